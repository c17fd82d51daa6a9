import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import type { Period } from './period.ts';
import { readSummary, summaries } from './summaries.ts';

const CHECKED = ['byday', 'bymonth', 'byhour', 'byweek', 'byweekhour'] as const;

interface Sums {
  readonly count: number;
  readonly seconds: number;
  readonly calls: number;
  readonly guests: number;
}

export interface SummaryDifference {
  readonly kind: (typeof CHECKED)[number];
  /** What its lines add up to, less what the rollups have. */
  readonly difference: Sums;
}

/** Adds up the lines of each kind of statistics, of all customers and days, and compares them with the rollups. Empty: they agree. */
export async function checkSummaries(db: Db): Promise<readonly SummaryDifference[]> {
  return await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const { rows } = await sql<Sums & { first: string | null; last: string | null }>`
        with days as (
          select day, calls as count, seconds, 0 as calls, 0 as guests from connection_days
          union all
          select day, 0, 0, calls, guests from call_days
        )
        select min(day)::text as first, max(day)::text as last,
          coalesce(sum(count), 0)::bigint as count, coalesce(sum(seconds), 0)::bigint as seconds,
          coalesce(sum(calls), 0)::bigint as calls, coalesce(sum(guests), 0)::bigint as guests
        from days`.execute(trx);
      const [kept] = rows;
      if (!kept || kept.first === null || kept.last === null) return [];
      const period: Period = { first: kept.first, last: kept.last };
      const differences: SummaryDifference[] = [];
      for (const kind of CHECKED) {
        const difference = less(await sumsOf(trx, kind, period), kept);
        if (Object.values(difference).some((value) => value !== 0)) differences.push({ kind, difference });
      }
      return differences;
    });
}

async function sumsOf(db: Db, kind: SummaryDifference['kind'], period: Period): Promise<Sums> {
  const scope = { customers: null, period };
  const { lines } = await readSummary(db, kind, scope, { limit: summaries[kind].totalOf(scope), offset: 0 });
  const sums = { count: 0, seconds: 0, calls: 0, guests: 0 };
  for (const { count, seconds, calls, guests } of lines) {
    sums.count += count;
    sums.seconds += seconds;
    sums.calls += calls ?? 0;
    sums.guests += guests ?? 0;
  }
  return sums;
}

const less = (one: Sums, other: Sums): Sums => ({
  count: one.count - other.count,
  seconds: one.seconds - other.seconds,
  calls: one.calls - other.calls,
  guests: one.guests - other.guests,
});
