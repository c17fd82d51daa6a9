import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallId } from '#protocol/ids.ts';
import { type CallServer, type CallWorld, createCallWorld } from '#server/testing/call-server.ts';
import { HANG_UP } from '#server/testing/direct-calls.ts';
import { eventually } from '#server/testing/eventually.ts';
import type { TestSignalClient } from '#server/testing/signal-client.ts';
import { connectionsOf, talkAcrossServers } from '#server/testing/talk-across-servers.ts';

const sessionOf = ({ session }: TestSignalClient) => {
  if (!session) throw new Error('No session is open');
  return session.sessionId;
};

describe('1-to-1 calls whose server is gone (D14)', () => {
  const TAKE_UP_MS = 1_500;
  let world: CallWorld;
  beforeAll(async () => {
    world = await createCallWorld();
  });
  afterAll(() => world.close());

  const talk = async () => {
    const one = await world.startServer({ takeUpMs: TAKE_UP_MS });
    const other = await world.startServer({ takeUpMs: TAKE_UP_MS });
    return { one, other, ...(await talkAcrossServers(world, one, other)) };
  };
  const rowsOf = (callId: CallId) => connectionsOf(world.db, callId);

  it('are taken up on another one, and end and are recorded as one call', async () => {
    const { one, other, hana, caller, callee, callId } = await talk();
    const before = sessionOf(caller);
    await one.close();
    expect(await callee.notice('directCall.peerAway')).toMatchObject({ callId, away: true });
    expect(await caller.closed).toBe(1012);
    const again = await other.enter(hana);
    expect(await again.request('directCall.takeUp', { callId, before })).toMatchObject({ moved: false });
    await callee.notice('directCall.peerAway', ({ away }) => !away);
    const message = { kind: 'state', microphone: true, camera: false, screen: false } as const;
    await callee.request('directCall.signal', { callId, message });
    expect(await again.notice('directCall.signalled')).toMatchObject({ message });
    await again.request('directCall.hangUp', { callId, ...HANG_UP });
    expect(await callee.notice('directCall.ended')).toMatchObject({ callId, reason: 'hung-up' });
    await eventually(async () => expect(await rowsOf(callId)).toHaveLength(2));
  });

  it('are taken up by both sides where both were on it', async () => {
    const server = await world.startServer({ takeUpMs: TAKE_UP_MS });
    const customer = await world.people.customer();
    const [hana, ken] = [await world.people.user('Hana', customer), await world.people.user('Ken', customer)];
    const pairId = await world.people.pair(hana, ken);
    const [caller, callee] = [await server.enter(hana), await server.enter(ken)];
    const { callId } = await caller.request('directCall.invite', { pairId });
    await callee.request('directCall.accept', { callId });
    const [hanas, kens] = [sessionOf(caller), sessionOf(callee)];
    await server.close();
    const next = await world.startServer({ takeUpMs: TAKE_UP_MS });
    const [a, b] = [await next.enter(hana), await next.enter(ken)];
    await Promise.all([
      a.request('directCall.takeUp', { callId, before: hanas }),
      b.request('directCall.takeUp', { callId, before: kens }),
    ]);
    expect(next.presence.stateOf(ken.key)).toBe('busy');
    // No matter who came first, and what the closing server said last.
    for (const side of [a, b]) await side.notice('directCall.peerAway', ({ away }) => !away);
    await b.request('directCall.hangUp', { callId, ...HANG_UP });
    expect(await a.notice('directCall.ended')).toMatchObject({ callId, reason: 'hung-up' });
    await eventually(async () => expect(await rowsOf(callId)).toHaveLength(2));
  });

  it('end for the one who is left when the other side does not come back', async () => {
    const { one, callee, callId } = await talk();
    await one.close();
    expect(await callee.notice('directCall.ended')).toMatchObject({ callId, reason: 'connection-lost' });
  });

  it('keep everyone in their own place, also where one of three had left before (D12)', async () => {
    const { one, other, hana, ken, caller, callee, callId } = await talk();
    /** Rung by Hana, and in the call. */
    const join = async (inviter: TestSignalClient, at: CallServer, name: string) => {
      const person = await world.people.user(name, hana.customerId);
      const client = await other.enter(person);
      const invite = await world.people.pair(hana, person);
      await eventually(() => expect(at.presence.stateOf(person.key)).toBe('online'));
      await inviter.request('directCall.move', { callId, reason: 'invitation', invite });
      const { callId: invitation } = await client.notice('directCall.rang');
      await client.request('directCall.accept', { callId: invitation });
      return client;
    };
    const second = await join(caller, one, 'Yui');
    const third = await join(caller, one, 'Ren');
    await second.request('directCall.hangUp', { callId, ...HANG_UP });
    await second.notice('directCall.ended');
    const before = sessionOf(caller);
    await one.close();
    const again = await other.enter(hana);
    await again.request('directCall.takeUp', { callId, before });
    const fourth = await join(again, other, 'Mei');
    for (const client of [third, fourth, callee]) {
      await client.request('directCall.hangUp', { callId, ...HANG_UP });
      expect(await client.notice('directCall.ended')).toMatchObject({ callId, reason: 'hung-up' });
    }
    await again.notice('directCall.ended');
    await eventually(async () => {
      const rows = await rowsOf(callId);
      expect(new Set(rows.map(({ user_id }) => user_id)).size).toBe(5);
      expect(rows.filter(({ user_id }) => user_id === ken.id)).toHaveLength(1);
    });
  });

  it('cannot be taken up by others', async () => {
    const { one, other, ken, caller, callId } = await talk();
    const before = sessionOf(caller);
    await one.close();
    const stranger = await other.enter(await world.people.user('Eve', ken.customerId));
    await expect(stranger.request('directCall.takeUp', { callId, before })).rejects.toMatchObject({
      code: 'call-not-found',
    });
  });
});
