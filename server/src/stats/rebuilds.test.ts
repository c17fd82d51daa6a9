import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '#platform/log.ts';
import type { CustomerId, UserId } from '#protocol/ids.ts';
import { eventually } from '#server/testing/eventually.ts';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import { rebuildQueuedStatistics } from './rebuilds.ts';
import { checkRollups } from './rollups.ts';

const database = setUpTestDatabase({ per: 'test', statementTimeoutMs: 10_000 });
const log = createLog({ name: 'test', level: 'silent' });
let customerId: CustomerId;
let userId: UserId;

beforeEach(async () => {
  const { db } = database;
  ({ id: customerId } = await db
    .insertInto('customers')
    .values({ name: 'Studio', mail: 'studio@example.com', time_zone: 'Asia/Tokyo' })
    .returning('id')
    .executeTakeFirstOrThrow());
  ({ id: userId } = await db
    .insertInto('users')
    .values({ mail: 'hana@example.com', password_hash: 'x', customer_id: customerId })
    .returning('id')
    .executeTakeFirstOrThrow());
});

const call = async (startedAt: string, callId: string = randomUUID()): Promise<void> => {
  const at = new Date(startedAt);
  await database.db
    .insertInto('connections')
    .values({
      kind: 'direct',
      call_id: callId,
      customer_id: customerId,
      user_id: userId,
      peer_id: randomUUID(),
      peer_name: 'Ken',
      started_at: at,
      ended_at: new Date(at.getTime() + 60_000),
      duration_s: 60,
      end_reason: 'hung-up',
    })
    .execute();
};

/** Calls that are written while statistics are being made again. */
const whileRebuilding = (write: () => Promise<void>): Promise<void> =>
  database.db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('statistics:' || ${customerId}, 0))`.execute(trx);
    await write();
  });

const queued = async (): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from statistics_rebuilds`.execute(database.db);
  return rows[0]?.count ?? 0;
};

describe('statistics', () => {
  it('that cannot be counted lose no call, and are made again', async () => {
    const { db } = database;
    await call('2026-03-01T03:00:00Z');
    await db
      .updateTable('customers')
      .set({ time_zone: 'Nowhere/City' })
      .where('id', '=', customerId)
      .execute();
    await sql`delete from statistics_rebuilds`.execute(db);
    await call('2026-03-02T03:00:00Z');
    await call('2026-03-03T03:00:00Z');
    const calls = await db
      .selectFrom('connections')
      .where('customer_id', '=', customerId)
      .select('id')
      .execute();
    expect(calls).toHaveLength(3);
    await rebuildQueuedStatistics(db, log);
    const customer = await db
      .selectFrom('customers')
      .where('id', '=', customerId)
      .select('time_zone')
      .executeTakeFirstOrThrow();
    expect(customer.time_zone).toBe('UTC');
    expect(await checkRollups(db)).toEqual([]);
    expect(await queued()).toBe(0);
  });

  it('that are being made again hold up no call that ends', async () => {
    await call('2026-03-01T03:00:00Z');
    await whileRebuilding(() => call('2026-03-02T03:00:00Z'));
    expect(await checkRollups(database.db)).not.toEqual([]);
    await rebuildQueuedStatistics(database.db, log);
    expect(await checkRollups(database.db)).toEqual([]);
  });

  it('are made again from the day on from which they are wrong', async () => {
    const { db } = database;
    await call('2026-03-01T03:00:00Z');
    await db.updateTable('connection_days').set({ calls: 99 }).execute();
    await whileRebuilding(() => call('2026-03-02T03:00:00Z'));
    await rebuildQueuedStatistics(db, log);
    const days = await db
      .selectFrom('connection_days')
      .select(({ fn }) => [sql<string>`day::text`.as('day'), fn.sum<number>('calls').as('calls')])
      .groupBy('day')
      .orderBy('day')
      .execute();
    expect(days).toEqual([
      { day: '2026-03-01', calls: 99 },
      { day: '2026-03-02', calls: 1 },
    ]);
  });

  it('count a call over midnight once, whichever of its parts was late', async () => {
    const [first, second] = [randomUUID(), randomUUID()];
    // 23:30 and 0:30 in Tokyo.
    const [before, after] = ['2026-03-01T14:30:00Z', '2026-03-01T15:30:00Z'];
    await call(before, first);
    await whileRebuilding(() => call(after, first));
    await rebuildQueuedStatistics(database.db, log);
    expect(await checkRollups(database.db)).toEqual([]);
    await whileRebuilding(() => call(before, second));
    await call(after, second);
    await rebuildQueuedStatistics(database.db, log);
    expect(await checkRollups(database.db)).toEqual([]);
  });

  it('are made again by one job at a time, and the others do not wait', async () => {
    await whileRebuilding(() => call('2026-03-01T03:00:00Z'));
    let first: Promise<boolean> | undefined;
    await whileRebuilding(async () => {
      first = rebuildQueuedStatistics(database.db, log);
      await eventually(async () => {
        const { rows } =
          await sql`select 1 from pg_locks where locktype = 'advisory' and not granted`.execute(database.db);
        expect(rows).toHaveLength(1);
      });
      expect(await rebuildQueuedStatistics(database.db, log)).toBe(false);
    });
    expect(await first).toBe(true);
    expect(await checkRollups(database.db)).toEqual([]);
  });

  it('of a customer who is gone are forgotten', async () => {
    await sql`insert into statistics_rebuilds (customer_id, since, reason) values (${randomUUID()}, '-infinity', 'test')`.execute(
      database.db,
    );
    await rebuildQueuedStatistics(database.db, log);
    expect(await queued()).toBe(0);
  });
});
