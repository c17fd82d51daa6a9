import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallId } from '#protocol/ids.ts';
import { CloseCode } from '#protocol/limits.ts';
import { STALE_MS } from '#server/db/server-heartbeat.ts';
import {
  type CallServer,
  type CallServerOptions,
  type CallWorld,
  createCallWorld,
} from '#server/testing/call-server.ts';
import { HANG_UP } from '#server/testing/direct-calls.ts';
import { eventually } from '#server/testing/eventually.ts';
import type { TestSignalClient } from '#server/testing/signal-client.ts';
import { connectionsOf } from '#server/testing/talk-across-servers.ts';

const sessionOf = ({ session }: TestSignalClient) => {
  if (!session) throw new Error('No session is open');
  return session.sessionId;
};
const message = { kind: 'state', microphone: true, camera: false, screen: false } as const;

describe('a 1-to-1 call that has just been answered', () => {
  /** Much longer than it takes to notice that a server is gone: calls are taken up before they are given up. */
  const TAKE_UP_MS = 5 * STALE_MS;
  let world: CallWorld;
  beforeAll(async () => {
    world = await createCallWorld();
  });
  afterAll(() => world.close());

  const start = () => world.startServer({ takeUpMs: TAKE_UP_MS });
  const rowOf = (callId: CallId) =>
    world.db.selectFrom('live_calls').where('call_id', '=', callId).select('server_id').executeTakeFirst();

  /** Hana's server owns the call that rings at Ken's. */
  const ring = async (options: CallServerOptions = {}) => {
    const one = await world.startServer({ takeUpMs: TAKE_UP_MS, ...options });
    const other = await start();
    const customer = await world.people.customer();
    const [hana, ken] = [await world.people.user('Hana', customer), await world.people.user('Ken', customer)];
    const pairId = await world.people.pair(hana, ken);
    const callee = await other.enter(ken);
    const caller = await one.enter(hana);
    await eventually(() => expect(one.presence.stateOf(ken.key)).toBe('online'));
    const { callId } = await caller.request('directCall.invite', { pairId });
    await callee.notice('directCall.rang');
    return { one, other, hana, ken, caller, callee, callId };
  };
  const bothTalk = async (
    caller: TestSignalClient,
    callee: TestSignalClient,
    callId: CallId,
    leg: number,
  ) => {
    await caller.request('directCall.signal', { callId, message, leg });
    expect(await callee.notice('directCall.signalled')).toMatchObject({ message, leg });
    await callee.request('directCall.signal', { callId, message, leg });
    expect(await caller.notice('directCall.signalled')).toMatchObject({ message, leg });
  };
  const hangUp = async (one: TestSignalClient, other: TestSignalClient, callId: CallId) => {
    await one.request('directCall.hangUp', { callId, ...HANG_UP });
    expect(await other.notice('directCall.ended')).toMatchObject({ callId, reason: 'hung-up' });
    await eventually(async () =>
      expect((await connectionsOf(world.db, callId)).map(({ end_reason }) => end_reason)).toEqual([
        'hung-up',
        'hung-up',
      ]),
    );
  };
  /** Without a word, as after `kill -9`. */
  const kill = async (server: CallServer) => {
    await server.fallSilent();
    server.signal.close();
    await server.close();
  };

  it('is written down before either side is told', async () => {
    const { one, caller, callee, callId } = await ring();
    const told = caller.notice('directCall.accepted').then(() => rowOf(callId));
    await callee.request('directCall.accept', { callId });
    expect(await rowOf(callId)).toMatchObject({ server_id: one.serverId });
    expect(await told).toMatchObject({ server_id: one.serverId });
  });

  it('is answered again in another session where the answer to the first was lost (D3)', async () => {
    const { other, ken, caller, callee, callId } = await ring();
    await callee.request('directCall.accept', { callId });
    const before = sessionOf(callee);
    callee.cut();
    const again = await other.enter(ken);
    await expect(again.request('directCall.accept', { callId })).rejects.toMatchObject({
      code: expect.stringMatching(/^call-(state|not-found)$/),
    });
    const reply = await again.request('directCall.accept', { callId, before });
    expect(reply).toMatchObject({ role: 'polite', leg: 1 });
    // What the caller has sent to the lost session does not matter any more.
    expect(await caller.notice('directCall.legRenewed')).toMatchObject({ callId, leg: 1, role: 'impolite' });
    await bothTalk(caller, again, callId, 1);
    await hangUp(again, caller, callId);
  });

  it('is answered again on another server, which asks whoever owns the call (D3)', async () => {
    const { other, ken, caller, callee, callId } = await ring();
    await callee.request('directCall.accept', { callId });
    const before = sessionOf(callee);
    await other.close();
    const third = await start();
    const again = await third.enter(ken);
    expect(await again.request('directCall.accept', { callId, before })).toMatchObject({ leg: 1 });
    await bothTalk(caller, again, callId, 1);
    await hangUp(caller, again, callId);
  });

  it('is answered again where the server of the first answer ends before it hears what the owner says (D3, D14)', async () => {
    let endCalleesServer = () => {};
    const notified = (name: string) => {
      if (name === 'directCall.accepted') endCalleesServer();
    };
    const { other, ken, caller, callee, callId } = await ring({
      observer: { answered() {}, refused() {}, notified },
    });
    endCalleesServer = () => other.signal.close();
    const third = await start();
    const before = sessionOf(callee);
    callee.send({ id: 1, request: 'directCall.accept', data: { callId } });
    expect(await callee.closed).toBe(CloseCode.serviceRestart);
    const again = await third.enter(ken);
    expect(await again.request('directCall.accept', { callId, before })).toMatchObject({ leg: 1 });
    await bothTalk(caller, again, callId, 1);
    await hangUp(again, caller, callId);
  });

  it('is answered in another session where the first never reached the owner (D3)', async () => {
    const { other, ken, caller, callee, callId } = await ring();
    const before = sessionOf(callee);
    await other.close();
    const third = await start();
    const again = await third.enter(ken);
    // This server may not ring yet.
    const reply = await again.request('directCall.accept', { callId, before });
    expect(reply.leg ?? 0).toBe(0);
    await caller.notice('directCall.accepted');
    await bothTalk(caller, again, callId, 0);
  });

  it('is taken up by a caller who was not told of the answer, and both make a new connection (D14)', async () => {
    const { one, other, hana, caller, callee, callId } = await ring();
    await callee.request('directCall.accept', { callId });
    const before = sessionOf(caller);
    await one.close();
    const again = await other.enter(hana);
    const reply = await again.request('directCall.takeUp', { callId, before, newLink: true });
    expect(reply).toMatchObject({ moved: false, place: { outgoing: true, role: 'impolite', leg: 1 } });
    expect(await callee.notice('directCall.legRenewed')).toMatchObject({ callId, leg: 1, role: 'polite' });
    expect(await callee.notice('directCall.peerAway', ({ away }) => !away)).toMatchObject({
      newSession: true,
    });
    await bothTalk(again, callee, callId, 1);
    await hangUp(callee, again, callId);
  });

  it('is taken over by the server of the other side, without anyone asking for it (D14)', async () => {
    const { one, other, hana, caller, callee, callId } = await ring();
    await callee.request('directCall.accept', { callId });
    const before = sessionOf(caller);
    await one.close();
    await eventually(async () => expect(await rowOf(callId)).toMatchObject({ server_id: other.serverId }));
    const third = await start();
    const again = await third.enter(hana);
    await again.request('directCall.takeUp', { callId, before, newLink: true });
    await bothTalk(again, callee, callId, 1);
    await hangUp(again, callee, callId);
  });

  it('loses nothing that is said while no server owns it (D14)', async () => {
    const { one, other, hana, caller, callee, callId } = await ring();
    await callee.request('directCall.accept', { callId });
    const before = sessionOf(caller);
    await kill(one);
    const again = await other.enter(hana);
    const said = callee.request('directCall.signal', { callId, message, leg: 0 });
    await again.request('directCall.takeUp', { callId, before });
    await said;
    await bothTalk(again, callee, callId, 0);
    await hangUp(callee, again, callId);
  });

  it('is taken up where the server is lost that was about to take it up before (D14)', async () => {
    const { one, other, hana, caller, callee, callId } = await ring();
    await callee.request('directCall.accept', { callId });
    const before = sessionOf(caller);
    await one.close();
    const second = await start();
    const lost = await second.enter(hana);
    // Its answer does not reach the page, which still knows the first session alone.
    await lost.request('directCall.takeUp', { callId, before, newLink: true });
    await second.close();
    const again = await other.enter(hana);
    expect(await again.request('directCall.takeUp', { callId, before, newLink: true })).toMatchObject({
      place: { leg: 2 },
    });
    await callee.notice('directCall.legRenewed', ({ leg }) => leg === 2);
    await bothTalk(again, callee, callId, 2);
  });

  it('connects anew where the other side has done so meanwhile (D17)', async () => {
    const { other, hana, one, caller, callee, callId } = await ring();
    await callee.request('directCall.accept', { callId });
    const ofKen = sessionOf(callee);
    await callee.request('directCall.takeUp', { callId, before: ofKen, newLink: true });
    const before = sessionOf(caller);
    await one.close();
    const again = await other.enter(hana);
    const reply = await again.request('directCall.takeUp', { callId, before, leg: 0 });
    expect(reply.place).toMatchObject({ leg: 2 });
  });

  it('is hung up from a new session, and the other side learns of it (D9)', async () => {
    const { one, other, hana, caller, callee, callId } = await ring();
    await callee.request('directCall.accept', { callId });
    const before = sessionOf(caller);
    await one.close();
    const again = await other.enter(hana);
    await again.request('directCall.hangUp', { callId, ...HANG_UP, before });
    expect(await callee.notice('directCall.ended')).toMatchObject({ callId, reason: 'hung-up' });
  });

  it('is not hung up by anyone else who knows the session (D9)', async () => {
    const { other, ken, caller, callee, callId } = await ring();
    await callee.request('directCall.accept', { callId });
    const stranger = await other.enter(await world.people.user('Eve', ken.customerId));
    await stranger.request('directCall.hangUp', { callId, ...HANG_UP, before: sessionOf(caller) });
    await bothTalk(caller, callee, callId, 0);
  });
});
