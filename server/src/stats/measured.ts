import { type RawBuilder, sql } from 'kysely';
import { qualities } from '#protocol/call-quality.ts';
import { LONGER, setUpBounds } from '#protocol/summary-kinds.ts';
import type { Db } from '#server/db/database.ts';
import { ofCustomers } from './customer-scope.ts';
import type { Asked, SummaryRow, SummaryScope } from './summary-types.ts';

const within = ({ customers, period: { first, last } }: SummaryScope): RawBuilder<boolean> =>
  sql<boolean>`${ofCustomers(customers, 'customer_id')} and day between ${first}::date and ${last}::date`;

/** As bounds in the order of the lines; the longest time has none. */
const keys = [...setUpBounds.map(String), LONGER];

/** Participations by the time until media came, zeros included. Bounds are whole steps of what is kept. */
export const bySetUp = (scope: SummaryScope, { page }: Asked): RawBuilder<SummaryRow> => sql<SummaryRow>`
  with counted as (
    -- How many bounds lie below it.
    select width_bucket(set_up_ms - 1, array[${sql.join(setUpBounds)}]::integer[]) + 1 as place, sum(participations) as count
    from connection_set_up_days where ${within(scope)} group by 1
  )
  select key, key as name, coalesce(count, 0)::integer as count, 0::bigint as seconds,
    null::integer as calls, null::integer as guests, (count(*) over ())::integer as total
  from unnest(array[${sql.join(keys)}]::text[]) with ordinality as bins (key, place) left join counted using (place)
  order by place
  limit ${page.limit} offset ${page.offset}`;

/** Participations and time by how the connection was, the best first, zeros included. */
export const byQuality = (scope: SummaryScope, { page }: Asked): RawBuilder<SummaryRow> => sql<SummaryRow>`
  with counted as (
    select quality as key, sum(participations) as count, sum(seconds) as seconds
    from connection_quality_days where ${within(scope)} group by 1
  )
  select key, key as name, coalesce(count, 0)::integer as count, coalesce(seconds, 0)::bigint as seconds,
    null::integer as calls, null::integer as guests, (count(*) over ())::integer as total
  from unnest(array[${sql.join(qualities)}]::text[]) with ordinality as levels (key, place) left join counted using (key)
  order by place
  limit ${page.limit} offset ${page.offset}`;

interface SetUpTimes {
  /** Participations of which it was measured. */
  readonly count: number;
  /** Milliseconds, to the step in which they are kept; null where none was measured. */
  readonly medianMs: number | null;
  readonly p95Ms: number | null;
}

/** The least time within which half, and 95 of 100, had media. */
export async function readSetUpTimes(db: Db, scope: SummaryScope): Promise<SetUpTimes> {
  const { rows } = await sql<SetUpTimes>`
    with steps as (
      select set_up_ms, sum(participations) as participations
      from connection_set_up_days where ${within(scope)} group by 1
    ),
    added as (
      select set_up_ms, sum(participations) over (order by set_up_ms) as up_to, sum(participations) over () as total
      from steps
    )
    select coalesce(max(total), 0)::integer as count,
      (min(set_up_ms) filter (where up_to >= 0.5 * total and total > 0))::integer as "medianMs",
      (min(set_up_ms) filter (where up_to >= 0.95 * total and total > 0))::integer as "p95Ms"
    from added`.execute(db);
  return rows[0] ?? { count: 0, medianMs: null, p95Ms: null };
}
