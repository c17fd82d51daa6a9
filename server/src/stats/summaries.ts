import { type RawBuilder, sql } from 'kysely';
import type { CustomerId } from '#protocol/ids.ts';
import type { SummaryKind } from '#protocol/rest/resources/connection-summary.ts';
import type { Db } from '#server/db/database.ts';
import { isUuid } from '#server/uuid.ts';

/** Which customers are counted; null: all of them. */
export interface SummaryScope {
  readonly customers: readonly CustomerId[] | null;
  /** Days, or for `bymonth` months, that end today. */
  readonly span: number;
}

export interface SummaryLine {
  /** As the API names it: YYYY-MM-DD, YYYY-MM, hour, weekday, or a peer's id. */
  readonly key: string;
  readonly name: string;
  readonly calls: number;
  readonly seconds: number;
}

export interface SummaryPage {
  readonly lines: readonly SummaryLine[];
  readonly total: number;
}

export interface PageRange {
  readonly limit: number;
  readonly offset: number;
}

/**
 * Counts and seconds from the rollups alone, zeros included. Days are those of each customer's own time zone; the span
 * ends with the day that has begun in the easternmost of them.
 */
export async function readSummary(
  db: Db,
  kind: SummaryKind,
  scope: SummaryScope,
  page: PageRange,
): Promise<SummaryPage> {
  const { lines, totalOf } = summaries[kind];
  const { rows } = await lines(scope, page).execute(db);
  return {
    lines: rows.map(({ total: _, ...line }) => line),
    total: rows[0]?.total ?? totalOf(scope),
  };
}

/** One line of a summary, by its key. */
export async function readSummaryLine(
  db: Db,
  kind: SummaryKind,
  scope: SummaryScope,
  key: string,
): Promise<SummaryLine | undefined> {
  const { rows } = await summaries[kind].line(scope, key).execute(db);
  return rows.find((line) => line.key === key);
}

interface Row extends SummaryLine {
  readonly total: number;
}

const HOURS = 24;
const WEEKDAYS = 7;

const ofCustomers = ({ customers }: SummaryScope, column: string): RawBuilder<boolean> => {
  if (customers === null) return sql<boolean>`true`;
  if (customers.length === 0) return sql<boolean>`false`;
  return sql<boolean>`${sql.ref(column)} in (${sql.join(customers)})`;
};

/** `today`: the day that has begun for one of the customers. */
const today = (scope: SummaryScope): RawBuilder<unknown> => sql`
  select coalesce(max((now() at time zone time_zone)::date), current_date) as today
  from customers where ${ofCustomers(scope, 'id')}`;

/** Buckets of a summary, and the rollup's rows that fall in each. */
const bucketed = (
  scope: SummaryScope,
  page: PageRange,
  { buckets, rollup, from, bucketOf, key }: Bucketing,
): RawBuilder<Row> => sql<Row>`
  with span as (${today(scope)}),
  counted as (
    select ${bucketOf} as bucket, sum(calls) as calls, sum(seconds) as seconds
    from ${sql.table(rollup)}, span
    where ${ofCustomers(scope, 'customer_id')} and day >= ${from} and day <= span.today
    group by 1
  )
  select ${key} as key, ${key} as name,
    coalesce(calls, 0)::integer as calls, coalesce(seconds, 0)::bigint as seconds,
    (count(*) over ())::integer as total
  from span cross join lateral (${buckets}) as buckets (bucket) left join counted using (bucket)
  order by bucket
  limit ${page.limit} offset ${page.offset}`;

interface Bucketing {
  readonly buckets: RawBuilder<unknown>;
  readonly rollup: 'connection_days' | 'connection_hours';
  /** First day. */
  readonly from: RawBuilder<unknown>;
  readonly bucketOf: RawBuilder<unknown>;
  readonly key: RawBuilder<unknown>;
}

const firstDay = (days: number): RawBuilder<unknown> => sql`span.today - ${days - 1}::integer`;

/**
 * Names are looked up for what is shown alone: there may be a hundred thousand peers. Seconds are added as float8, exact up
 * to 2^53 and much faster than numeric, which sum(bigint) is; the days are looked up once, not joined to each row.
 */
const byPeer = (scope: SummaryScope, page: PageRange, peerId?: string): RawBuilder<Row> => sql<Row>`
  with span as (${today(scope)}),
  counted as materialized (
    select peer_id, sum(calls) as calls, sum(seconds::float8) as seconds
    from connection_peer_days
    where ${ofCustomers(scope, 'customer_id')}
      and day >= (select ${firstDay(scope.span)} from span) and day <= (select today from span)
      and ${peerId === undefined ? sql`true` : sql`peer_id = ${peerId}`}
    group by peer_id
    having sum(calls) > 0
  ),
  shown as (
    select * from counted order by calls desc, peer_id limit ${page.limit} offset ${page.offset}
  )
  select shown.peer_id::text as key, named.peer_name as name, calls::integer as calls, seconds::bigint as seconds,
    (select count(*) from counted)::integer as total
  from shown cross join span cross join lateral (
    select peer_name from connection_peer_days named
    where named.peer_id = shown.peer_id and ${ofCustomers(scope, 'named.customer_id')} and day <= span.today
    order by day desc limit 1
  ) named
  order by calls desc, key`;

/** Everything in which the kinds of statistics differ. */
interface Summary {
  /** What `span` of a scope counts. */
  readonly unit: 'days' | 'months';
  readonly isKey: (key: string) => boolean;
  readonly lines: (scope: SummaryScope, page: PageRange) => RawBuilder<Row>;
  /** At least the line of this key, if there is one. */
  readonly line: (scope: SummaryScope, key: string) => RawBuilder<Row>;
  /** Of all lines, for a page past the end, which has no row that would tell. */
  readonly totalOf: (scope: SummaryScope) => number;
}

type LinesOf = Summary['lines'];

/** One line each hour, weekday, day or month, with zeros: all of them are read for one. */
const ofBuckets = (unit: Summary['unit'], totalOf: Summary['totalOf'], lines: LinesOf): Summary => ({
  unit,
  isKey: (key) => /^[\d-]{1,10}$/.test(key),
  lines,
  line: (scope) => lines(scope, { limit: totalOf(scope), offset: 0 }),
  totalOf,
});

export const summaries: Readonly<Record<SummaryKind, Summary>> = {
  byday: ofBuckets(
    'days',
    ({ span }) => span,
    (scope, page) =>
      bucketed(scope, page, {
        rollup: 'connection_days',
        from: firstDay(scope.span),
        buckets: sql`select generate_series(${firstDay(scope.span)}, span.today, interval '1 day')::date`,
        bucketOf: sql`day`,
        key: sql`to_char(bucket, 'YYYY-MM-DD')`,
      }),
  ),
  byhour: ofBuckets(
    'days',
    () => HOURS,
    (scope, page) =>
      bucketed(scope, page, {
        rollup: 'connection_hours',
        from: firstDay(scope.span),
        buckets: sql`select generate_series(0, ${HOURS - 1}::integer)::smallint`,
        bucketOf: sql`hour`,
        key: sql`bucket::text`,
      }),
  ),
  byweek: ofBuckets(
    'days',
    () => WEEKDAYS,
    (scope, page) =>
      bucketed(scope, page, {
        rollup: 'connection_days',
        from: firstDay(scope.span),
        buckets: sql`select generate_series(0, ${WEEKDAYS - 1}::integer)::smallint`,
        bucketOf: sql`extract(dow from day)::smallint`,
        key: sql`bucket::text`,
      }),
  ),
  bymonth: ofBuckets(
    'months',
    ({ span }) => span,
    (scope, page) => {
      const from = sql`(date_trunc('month', span.today) - make_interval(months => ${scope.span - 1}::integer))::date`;
      return bucketed(scope, page, {
        rollup: 'connection_days',
        from,
        buckets: sql`select generate_series(${from}, date_trunc('month', span.today), interval '1 month')::date`,
        bucketOf: sql`date_trunc('month', day)::date`,
        key: sql`to_char(bucket, 'YYYY-MM')`,
      });
    },
  ),
  bypeerid: {
    unit: 'days',
    isKey: isUuid,
    lines: (scope, page) => byPeer(scope, page),
    line: (scope, key) => byPeer(scope, { limit: 1, offset: 0 }, key),
    totalOf: () => 0,
  },
};
