import { type RawBuilder, sql } from 'kysely';
import { ofCustomers } from './customer-scope.ts';
import type { Asked, SummaryRow, SummaryScope } from './summary-types.ts';

export const HOURS = 24;
export const WEEKDAYS = 7;

interface Bucketing {
  readonly buckets: RawBuilder<unknown>;
  /** Of participations, and of calls and guests. */
  readonly rollups: readonly ['connection_days', 'call_days'] | readonly ['connection_hours', 'call_hours'];
  readonly bucketOf: RawBuilder<unknown>;
  readonly key: RawBuilder<unknown>;
}

/** Buckets of a summary with what the rollups have in each, with zeros. */
const bucketed =
  (bucketing: Bucketing | ((scope: SummaryScope) => Bucketing)) =>
  (scope: SummaryScope, { page }: Asked): RawBuilder<SummaryRow> => {
    const { buckets, rollups, bucketOf, key } =
      typeof bucketing === 'function' ? bucketing(scope) : bucketing;
    const [participations, calls] = rollups.map((rollup) => sql.table(rollup));
    const { first, last } = scope.period;
    const within = sql`${ofCustomers(scope.customers, 'customer_id')} and day between ${first}::date and ${last}::date`;
    return sql<SummaryRow>`
      with counted as (
        select ${bucketOf} as bucket, sum(calls) as count, sum(seconds) as seconds
        from ${participations} where ${within} group by 1
      ),
      called as (
        select ${bucketOf} as bucket, sum(calls) as calls, sum(guests) as guests
        from ${calls} where ${within} group by 1
      )
      select ${key} as key, ${key} as name,
        coalesce(count, 0)::integer as count, coalesce(seconds, 0)::bigint as seconds,
        coalesce(calls, 0)::integer as calls, coalesce(guests, 0)::integer as guests,
        (count(*) over ())::integer as total
      from (${buckets}) as buckets (bucket) left join counted using (bucket) left join called using (bucket)
      order by bucket
      limit ${page.limit} offset ${page.offset}`;
  };

/** Each day of the period. Counted in whole days: a series of times skips the hour that a day lacks when clocks change at midnight. */
export const daysOf = ({ period: { first, last } }: SummaryScope): RawBuilder<unknown> =>
  sql`select ${first}::date + generate_series(0, ${last}::date - ${first}::date)`;

const numbers = (count: number): RawBuilder<unknown> => sql`select generate_series(0, ${count - 1}::integer)`;

const weekday = sql`extract(dow from day)::integer`;

export const ofDays = bucketed((scope) => ({
  rollups: ['connection_days', 'call_days'],
  buckets: daysOf(scope),
  bucketOf: sql`day`,
  key: sql`to_char(bucket, 'YYYY-MM-DD')`,
}));

export const byHour = bucketed({
  rollups: ['connection_hours', 'call_hours'],
  buckets: numbers(HOURS),
  bucketOf: sql`hour::integer`,
  key: sql`bucket::text`,
});

export const byWeek = bucketed({
  rollups: ['connection_days', 'call_days'],
  buckets: numbers(WEEKDAYS),
  bucketOf: weekday,
  key: sql`bucket::text`,
});

export const byWeekHour = bucketed({
  rollups: ['connection_hours', 'call_hours'],
  buckets: numbers(WEEKDAYS * HOURS),
  bucketOf: sql`${weekday} * ${HOURS}::integer + hour`,
  key: sql`bucket / ${HOURS}::integer || '-' || bucket % ${HOURS}::integer`,
});

export const byMonth = bucketed(({ period: { first, last } }) => ({
  rollups: ['connection_days', 'call_days'],
  buckets: sql`
    select generate_series(date_trunc('month', ${first}::timestamp), ${last}::timestamp, interval '1 month')::date`,
  bucketOf: sql`date_trunc('month', day::timestamp)::date`,
  key: sql`to_char(bucket, 'YYYY-MM')`,
}));
