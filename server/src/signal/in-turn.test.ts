import { expect, it, vi } from 'vitest';
import type { CustomerId, SessionId, UserId } from '#protocol/ids.ts';
import { limitTable } from '#server/limits/limit-table.ts';
import { createTurns } from '#server/limits/turns.ts';
import type { AnySession } from '#server/session.ts';
import { inTurn } from './in-turn.ts';

const PLACES = limitTable['frames-at-once-person'].most;

function setUp() {
  const { promise, resolve } = Promise.withResolvers<object>();
  const route = vi.fn(() => promise);
  return {
    route,
    answer: () => resolve({}),
    router: inTurn({ route }, createTurns('frames-at-once-person')),
  };
}

const sessionOf = (id: string, session: Partial<AnySession> = {}): AnySession => ({
  id: crypto.randomUUID() as string as SessionId,
  party: null,
  partyKey: `user:${id as UserId}`,
  principal: {
    kind: 'user',
    id: id as UserId,
    customerId: crypto.randomUUID() as CustomerId,
    familyId: 'one',
  },
  live: true,
  endedBy: null,
  notify: () => undefined,
  ...session,
});

it("a person's sessions together have few lookups carried out at a time, which hold up neither a call nor anyone else", async () => {
  const { route, answer, router } = setUp();
  const lookUp = (id: string) => router.route(sessionOf(id), 'presence.watch', {});
  const asked = Array.from({ length: PLACES + 3 }, () => lookUp('hana'));
  await vi.waitFor(() => expect(route).toHaveBeenCalledTimes(PLACES));
  asked.push(router.route(sessionOf('hana'), 'groupCall.produce', {}), lookUp('ken'));
  await vi.waitFor(() => expect(route).toHaveBeenCalledTimes(PLACES + 2));
  answer();
  await Promise.all(asked);
  expect(route).toHaveBeenCalledTimes(PLACES + 5);
});

it('a request of a session that has ended meanwhile is not carried out', async () => {
  const { route, answer, router } = setUp();
  const asked = Array.from({ length: PLACES }, () => router.route(sessionOf('hana'), 'presence.watch', {}));
  const late = router.route(sessionOf('hana', { live: false }), 'groupCall.join', {});
  const refused = expect(late).rejects.toMatchObject({ code: 'session-required' });
  answer();
  await Promise.all([...asked, refused]);
  expect(route).toHaveBeenCalledTimes(PLACES);
});
