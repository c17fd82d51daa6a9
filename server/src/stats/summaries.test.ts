import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CustomerId, UserId } from '#protocol/ids.ts';
import { type Db, openDatabase } from '#server/db/database.ts';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import { readSummary } from './summaries.ts';
import { checkSummaries } from './summary-check.ts';

const database = setUpTestDatabase();
/** Clocks go from 0:00 to 1:00 on the 24th of April 2026 in Cairo, on the 6th of September in Santiago. */
const PERIOD = { first: '2026-04-01', last: '2026-09-30' };
const DAYS = 183;

beforeAll(async () => {
  const { db } = database;
  const { id: customerId } = await db
    .insertInto('customers')
    .values({ name: 'Studio', mail: 'studio@example.com', time_zone: 'UTC' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: userId } = await db
    .insertInto('users')
    .values({ mail: 'hana@example.com', password_hash: 'x', customer_id: customerId })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const day of [PERIOD.first, '2026-04-24', '2026-06-15', '2026-09-06', PERIOD.last]) {
    await call(customerId, userId, new Date(`${day}T12:00:00Z`));
  }
});

const call = async (customerId: CustomerId, userId: UserId, at: Date) => {
  await database.db
    .insertInto('connections')
    .values({
      kind: 'direct',
      call_id: randomUUID(),
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

/** The work on a connection whose session has that zone. */
const inZone = <Result>(zone: string, work: (db: Db) => Promise<Result>): Promise<Result> =>
  database.db.connection().execute(async (db) => {
    await sql`select set_config('TimeZone', ${zone}, false)`.execute(db);
    try {
      return await work(db);
    } finally {
      await sql`select set_config('TimeZone', 'UTC', false)`.execute(db);
    }
  });

const scope = { customers: null, period: PERIOD };

describe.each(['Africa/Cairo', 'America/Santiago', 'Asia/Tokyo'])('with PostgreSQL in %s', (zone) => {
  it.each(['byday', 'bypeak'] as const)('%s has every day of its period, the last one too', async (kind) => {
    const { lines, total } = await inZone(zone, (db) =>
      readSummary(db, kind, scope, { limit: DAYS, offset: 0 }),
    );
    expect([total, lines.length, lines[0]?.key, lines.at(-1)?.key]).toEqual([
      DAYS,
      DAYS,
      PERIOD.first,
      PERIOD.last,
    ]);
    expect(lines.at(-1)?.count).toBe(1);
  });

  it('bymonth has every month', async () => {
    const { lines } = await inZone(zone, (db) => readSummary(db, 'bymonth', scope, { limit: 12, offset: 0 }));
    expect(lines.map(({ key, count }) => [key, count])).toEqual([
      ['2026-04', 2],
      ['2026-05', 0],
      ['2026-06', 1],
      ['2026-07', 0],
      ['2026-08', 0],
      ['2026-09', 2],
    ]);
  });

  it('days, months and hours add up to the same', async () => {
    expect(await inZone(zone, checkSummaries)).toEqual([]);
  });
});

it('the check tells which statistics do not add up', async () => {
  await sql`update connection_hours set calls = calls + 1 where day = ${PERIOD.last}::date`.execute(
    database.db,
  );
  const found = await checkSummaries(database.db);
  await sql`update connection_hours set calls = calls - 1 where day = ${PERIOD.last}::date`.execute(
    database.db,
  );
  const difference = { count: 1, seconds: 0, calls: 0, guests: 0 };
  expect(found).toEqual([
    { kind: 'byhour', difference },
    { kind: 'byweekhour', difference },
  ]);
});

it('sessions of the product are in UTC, however the database is set', async () => {
  const name = new URL(database.url).pathname.slice(1);
  await sql`alter database ${sql.ref(name)} set timezone to 'Africa/Cairo'`.execute(database.db);
  const db = openDatabase({ url: database.url });
  try {
    const { rows } = await sql<{ zone: string }>`select current_setting('TimeZone') as zone`.execute(db);
    expect(rows).toEqual([{ zone: 'UTC' }]);
  } finally {
    await db.destroy();
    await sql`alter database ${sql.ref(name)} reset timezone`.execute(database.db);
  }
});
