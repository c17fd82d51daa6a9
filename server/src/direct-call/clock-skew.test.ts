import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { CallId } from '#protocol/ids.ts';
import { type CallServer, type CallWorld, createCallWorld } from '#server/testing/call-server.ts';
import { HANG_UP } from '#server/testing/direct-calls.ts';
import { eventually } from '#server/testing/eventually.ts';
import { connectionsOf, talkAcrossServers } from '#server/testing/talk-across-servers.ts';

const TAKE_UP_MS = 1_500;
/** Longer than anyone may be silent. */
const AHEAD_MS = 75_000;

let world: CallWorld;
let one: CallServer;
let other: CallServer;
beforeAll(async () => {
  world = await createCallWorld();
  one = await world.startServer({ takeUpMs: TAKE_UP_MS });
  other = await world.startServer({ takeUpMs: TAKE_UP_MS });
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => world.close());

const rowsOf = (callId: CallId) => connectionsOf(world.db, callId);

it('a server whose clock is ahead of the database’s gives up what is lost, and nothing that lives (D14)', async () => {
  const gone = await world.startServer({ takeUpMs: TAKE_UP_MS });
  const lost = await talkAcrossServers(world, gone, other);
  const living = await talkAcrossServers(world, one, other);
  vi.setSystemTime(Date.now() + AHEAD_MS);
  await gone.close();
  // So the others have looked for calls that no one owns.
  await eventually(async () => expect(await rowsOf(lost.callId)).toHaveLength(2));
  expect(await rowsOf(living.callId)).toEqual([]);
  for (const client of [living.caller, living.callee]) {
    await client.request('directCall.refreshIce', { callId: living.callId });
    expect(client.noticesOf('directCall.ended')).toEqual([]);
    expect(client.noticesOf('directCall.peerAway')).toEqual([]);
  }
  await living.caller.request('directCall.hangUp', { callId: living.callId, ...HANG_UP });
  await eventually(async () => expect(await rowsOf(living.callId)).toHaveLength(2));
  for (const { duration_s, end_reason } of await rowsOf(living.callId)) {
    expect(end_reason).toBe('hung-up');
    expect(duration_s).toBeLessThan(AHEAD_MS / 1000);
  }
});
