import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CallWorld, createCallWorld } from '#server/testing/call-server.ts';
import { HANG_UP } from '#server/testing/direct-calls.ts';
import { eventually } from '#server/testing/eventually.ts';
import { connectionsOf } from '#server/testing/talk-across-servers.ts';

/** Calls are looked up three times within it. */
const TAKE_UP_MS = 1_500;
/** More than it takes to give up a call that stands nowhere. */
const LOOK_UPS = 4;

let world: CallWorld;
beforeAll(async () => {
  world = await createCallWorld();
});
afterAll(() => world.close());

/** How often the calls in progress have been read. */
async function readsOfCalls(): Promise<number> {
  const { rows } = await sql<{ reads: number }>`
    select (seq_scan + coalesce(idx_scan, 0))::integer as reads from pg_stat_user_tables
    where relname = 'live_calls'`.execute(world.db);
  return rows[0]?.reads ?? 0;
}

it('a call goes on that the database is too slow to have written down (D14)', async () => {
  const { db, people } = world;
  const one = await world.startServer({ takeUpMs: TAKE_UP_MS });
  const other = await world.startServer({ takeUpMs: TAKE_UP_MS });
  const customer = await people.customer();
  const [hana, ken] = [await people.user('Hana', customer), await people.user('Ken', customer)];
  const pairId = await people.pair(hana, ken);
  const [caller, callee] = [await one.enter(hana), await other.enter(ken)];
  const { callId } = await eventually(() => caller.request('directCall.invite', { pairId }));
  await db.transaction().execute(async (trx) => {
    // Those who write wait, those who read do not.
    await sql`lock table live_calls in exclusive mode`.execute(trx);
    await callee.notice('directCall.rang');
    await callee.request('directCall.accept', { callId });
    await caller.notice('directCall.accepted');
    const before = await readsOfCalls();
    const ended = () => callee.noticesOf('directCall.ended');
    // Once it has been ended no one looks it up any more.
    await eventually(async () =>
      expect(ended().length > 0 || (await readsOfCalls()) >= before + LOOK_UPS).toBe(true),
    );
    expect(ended()).toEqual([]);
  });
  await caller.request('directCall.hangUp', { callId, ...HANG_UP });
  expect(await callee.notice('directCall.ended')).toMatchObject({ callId, reason: 'hung-up' });
  await eventually(async () => expect(await connectionsOf(db, callId)).toHaveLength(2));
});
