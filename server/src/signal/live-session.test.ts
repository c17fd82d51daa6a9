import { beforeEach, expect, it } from 'vitest';
import type { AdminId, SessionId } from '#protocol/ids.ts';
import { LiveSession } from './live-session.ts';
import { KEPT_ANSWER_CHARACTERS } from './outbox.ts';
import { noObserver } from './signal-observer.ts';

const LONG = 'x'.repeat(KEPT_ANSWER_CHARACTERS);

let carriedOut: string[];
let answers: string[];
beforeEach(() => {
  carriedOut = [];
  answers = [];
});

/** A session of which every answer is too long to be kept. */
const openSession = () =>
  new LiveSession({
    id: crypto.randomUUID() as string as SessionId,
    principal: { kind: 'admin', id: crypto.randomUUID() as AdminId, familyId: 'one' },
    party: null,
    kept: { characters: 0 },
    router: {
      async route(_session, name) {
        carriedOut.push(name);
        return { LONG };
      },
    },
    report: (error) => {
      throw error;
    },
    onOverflow: () => {},
    observer: noObserver,
  });

const wire = () => ({ send: (frame: string) => answers.push(frame), close: () => {} });

/** Sends a request, and again after its answer is lost with the socket. Resolves with what the second one is answered. */
const sendTwice = async (session: LiveSession, request: string) => {
  const frame = { id: 1, request, data: {} };
  session.attach(wire());
  session.receive(frame);
  await expect.poll(() => answers).toHaveLength(1);
  session.detach();
  session.attach(wire());
  session.receive(frame);
  await expect.poll(() => answers).toHaveLength(2);
  return answers[1];
};

it('joins a large call again where the answer was too long to be kept (S4, G2)', async () => {
  const session = openSession();
  expect(await sendTwice(session, 'groupCall.join')).toContain(LONG);
  expect(carriedOut).toEqual(['groupCall.join', 'groupCall.join']);
  expect(session.kept.characters).toBe(0);
});

it('never carries out twice what may happen once, and says that the answer is gone (S4)', async () => {
  expect(await sendTwice(openSession(), 'directCall.invite')).toContain('"code":"out-of-order"');
  expect(carriedOut).toEqual(['directCall.invite']);
});

it('keeps nothing any more once it is over', async () => {
  const session = openSession();
  session.notify('resource.changed', { resource: 'pairs' });
  expect(session.kept.characters).toBeGreaterThan(0);
  session.end('closed');
  expect(session.kept.characters).toBe(0);
});
