import { sql } from 'kysely';
import { createLog } from '#platform/log.ts';
import type { CustomerId } from '#protocol/ids.ts';
import { startEphemeralDatabase } from '#scripts/ephemeral-database.ts';
import { type Db, openDatabase } from '#server/db/database.ts';
import type { CustomerScope } from '#server/stats/customer-scope.ts';
import { endingWith, readToday } from '#server/stats/period.ts';
import { checkRollups, rebuildRollups } from '#server/stats/rollups.ts';
import { readSummary } from '#server/stats/summaries.ts';
import type { SummaryLine, SummaryScope } from '#server/stats/summary-types.ts';
import type { Benchmark, Report, Row } from './benchmark.ts';
import { fillConnections } from './fill-connections.ts';
import { compared, quantileOf } from './statistics.ts';
import { timed } from './timed.ts';

const ROUNDS = 7;
/** Readings of the rollups a round; what is reported is the slowest twentieth's. */
const READINGS = 20;
const MONTH_DAYS = 30;
const LIMIT_MS = 50;

const CONNECTIONS = Number(process.env.STATS_CONNECTIONS ?? 10_000_000);

async function fill(db: Db, progress: (line: string) => void): Promise<readonly CustomerId[]> {
  const customers = await fillConnections(db, CONNECTIONS, progress);
  progress('rebuilding the rollups');
  await rebuildRollups(db, createLog({ name: 'benchmark', level: 'error' }));
  await sql`vacuum analyze`.execute(db);
  return customers;
}

/** The same month from the raw rows, by PostgreSQL's own plan. */
async function scan(
  db: Db,
  { customers, period: { first, last } }: SummaryScope,
): Promise<readonly Pick<SummaryLine, 'key' | 'count' | 'seconds'>[]> {
  const ofThem = customers === null ? sql`true` : sql`customers.id in (${sql.join(customers)})`;
  const { rows } = await sql<{ key: string; count: number; seconds: number }>`
    with counted as (
      select (connections.started_at at time zone customers.time_zone)::date as day, count(*) as count, sum(duration_s) as seconds
      from connections join customers on customers.id = connections.customer_id
      where ${ofThem}
        -- A zone is never further than fourteen hours from UTC: what the index can narrow to before days are counted.
        and connections.started_at >= ${first}::date - interval '1 day'
      group by 1
    )
    select to_char(bucket, 'YYYY-MM-DD') as key, coalesce(count, 0)::integer as count, coalesce(seconds, 0)::bigint as seconds
    from generate_series(${first}::date, ${last}::date, interval '1 day') bucket
    left join counted on counted.day = bucket::date
    order by bucket`.execute(db);
  return rows;
}

async function compare(db: Db, load: string, scope: SummaryScope, invalid: string[]): Promise<Row> {
  const ours: number[] = [];
  const anchor: number[] = [];
  const read = () => timed(() => readSummary(db, 'byday', scope, { limit: MONTH_DAYS, offset: 0 }));
  for (let round = 0; round <= ROUNDS; round += 1) {
    const readings = [];
    for (let reading = 0; reading < READINGS; reading += 1) readings.push(await read());
    const scanned = await timed(() => scan(db, scope));
    const told = readings[0]?.value.lines.map(({ key, count, seconds }) => ({ key, count, seconds }));
    if (JSON.stringify(told) !== JSON.stringify(scanned.value))
      invalid.push(`${load}: the scan counts otherwise`);
    if (round === 0) continue;
    ours.push(
      quantileOf(
        readings.map(({ ms }) => ms),
        0.95,
      ),
    );
    anchor.push(scanned.ms);
  }
  const row = compared(load, ours, 'scan', anchor);
  return { ...row, ratio: 1 / row.ratio };
}

async function lastMonth(db: Db, customers: CustomerScope): Promise<SummaryScope> {
  return { customers, period: endingWith(await readToday(db, customers), 'days', MONTH_DAYS) };
}

async function run(progress: (line: string) => void): Promise<Report> {
  await using owned = new AsyncDisposableStack();
  const database = await startEphemeralDatabase();
  owned.defer(() => database.stop());
  const db = openDatabase({ url: database.url, poolSize: 1, statementTimeoutMs: 0 });
  owned.defer(() => db.destroy());
  const [largest, small] = await fill(db, progress);
  if (!largest || !small) throw new Error('There are no customers');
  const invalid: string[] = [];
  const differences = await checkRollups(db);
  if (differences.length > 0) invalid.push('the rollups differ from the rows');
  progress('measuring');
  const rows = [
    await compare(db, 'all customers', await lastMonth(db, null), invalid),
    await compare(db, 'half of all', await lastMonth(db, [largest]), invalid),
    await compare(db, 'a twentieth', await lastMonth(db, [small]), invalid),
  ];
  return { unit: 'ms (ours: 95th percentile)', rows, invalid };
}

export const statsQuery: Benchmark = {
  name: 'stats-query',
  measures: `a month by day over ${CONNECTIONS.toLocaleString('en')} connections, from the rollups and from the rows`,
  goal: `≥ 50 × faster than a scan, ≤ ${LIMIT_MS} ms`,
  run,
};
