import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallServer, type CallWorld, createCallWorld } from '#server/testing/call-server.ts';
import { endOf } from '#server/testing/direct-calls.ts';

describe('rings of guests', () => {
  let world: CallWorld;
  let server: CallServer;

  beforeAll(async () => {
    world = await createCallWorld();
    server = await world.startServer();
  });
  afterAll(() => world.close());

  /** Each has a browser key of their own, and is a person of their own. */
  const guestsOf = async (token: string, count: number) => {
    const guests = [];
    for (let index = 0; index < count; index += 1) {
      const guest = server.connect();
      await guest.open({
        kind: 'guest',
        token,
        name: 'Visitor',
        key: randomBytes(32).toString('base64url'),
      });
      guests.push(guest);
    }
    return guests;
  };
  type Guest = Awaited<ReturnType<typeof guestsOf>>[number];
  /** The host is offline, and the call ends at once. It counts all the same. */
  const ring = async (guest: Guest) => {
    const { callId } = await guest.request('directCall.inviteHost', {});
    await endOf(guest, callId);
  };
  const ringTimes = async (guest: Guest, times: number) => {
    for (let rung = 0; rung < times; rung += 1) await ring(guest);
  };
  const meet = async () => {
    const host = await world.people.user('Ken', await world.people.customer());
    return { host, token: await world.people.directGuestToken(host) };
  };

  it('are limited for each of them (D2)', async () => {
    const { token } = await meet();
    const [eager, other] = await guestsOf(token, 2);
    if (!eager || !other) throw new Error('no guests');
    await expect(ringTimes(eager, 40)).rejects.toMatchObject({ code: 'too-many-requests' });
    await ring(other);
  });

  it('are limited for all of one link together, whatever keys their browsers make up (D16)', async () => {
    const { host, token } = await meet();
    const ringAll = async () => {
      for (const guest of await guestsOf(token, 8)) await ringTimes(guest, 15);
    };
    await expect(ringAll()).rejects.toMatchObject({
      code: 'too-many-requests',
      retryAfterMs: expect.any(Number),
    });
    const [another] = await guestsOf(token, 1);
    if (!another) throw new Error('no guest');
    await expect(ringTimes(another, 15)).rejects.toMatchObject({ code: 'too-many-requests' });
    // Another link of the same host leads to them all the same.
    const [byOther] = await guestsOf(await world.people.directGuestToken(host), 1);
    if (!byOther) throw new Error('no guest');
    await ring(byOther);
  });

  it('let forty visitors ring one after the other by one link (D16)', async () => {
    const { token } = await meet();
    for (let visitor = 0; visitor < 40; visitor += 1) {
      const [guest] = await guestsOf(token, 1);
      if (!guest) throw new Error('no guest');
      await ring(guest);
      await guest.request('session.close', {});
    }
  });
});
