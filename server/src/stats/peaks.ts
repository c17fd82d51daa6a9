import { type RawBuilder, sql } from 'kysely';
import { daysOf } from './bucketed.ts';
import { ofCustomers } from './customer-scope.ts';
import type { Asked, SummaryRow, SummaryScope } from './summary-types.ts';

/** A call that began longer before the period is not looked for. */
const LONGEST_CALL = sql`interval '2 days'`;

/**
 * The most calls at the same time on each day: begins and ends in the order of time, added up. Read from an index of calls
 * alone. Days are those of the one customer's zone; of several, of the first one's, the default customer before others.
 */
export const byPeak = (scope: SummaryScope, { page }: Asked): RawBuilder<SummaryRow> => {
  const { customers, period } = scope;
  return sql<SummaryRow>`
    with place as (
      select coalesce((
        select time_zone from customers where ${ofCustomers(customers, 'id')} order by is_default desc, id limit 1
      ), 'UTC') as zone
    ),
    bounds as (
      select ${period.first}::timestamp at time zone zone as begins,
        (${period.last}::date + 1)::timestamp at time zone zone as ends
      from place
    ),
    talked as (
      select started_at, ended_at from calls, bounds
      where talked and ${ofCustomers(customers, 'customer_id')}
        and started_at >= bounds.begins - ${LONGEST_CALL} and started_at < bounds.ends
    ),
    steps as (
      select started_at as at, 1 as step from talked union all select ended_at, -1 from talked
    ),
    running as (
      -- Of what happens at the same instant, ends come first.
      select at, step, sum(step) over (order by at, step rows unbounded preceding) as open from steps
    ),
    peaks as (
      -- A call that ends was open until then.
      select (at at time zone zone)::date as bucket, max(case step when 1 then open else open + 1 end) as peak
      from running, place group by 1
    )
    select to_char(bucket, 'YYYY-MM-DD') as key, to_char(bucket, 'YYYY-MM-DD') as name,
      coalesce(peak, 0)::integer as count, 0::bigint as seconds, null::integer as calls, null::integer as guests,
      (count(*) over ())::integer as total
    from (${daysOf(scope)}) as buckets (bucket) left join peaks using (bucket)
    order by bucket
    limit ${page.limit} offset ${page.offset}`;
};
