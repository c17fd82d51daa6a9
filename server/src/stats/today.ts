import { type RawBuilder, sql } from 'kysely';
import { failedEndReasons } from '#protocol/summary-kinds.ts';
import type { Db } from '#server/db/database.ts';
import { type CustomerScope, ofCustomers } from './customer-scope.ts';

export interface DaySoFar {
  readonly count: number;
  readonly seconds: number;
  readonly calls: number;
  readonly guests: number;
  readonly failed: number;
}

export interface Today {
  /** Of all customers that are looked at; null where they have several. */
  readonly timeZone: string | null;
  readonly today: DaySoFar;
  readonly lastWeek: DaySoFar;
  readonly inProgress: number;
}

const WEEK_DAYS = 7;
const NOTHING: DaySoFar = { count: 0, seconds: 0, calls: 0, guests: 0, failed: 0 };

/**
 * Today so far, and the same weekday last week up to the same time of day, by each customer's clock. From the rows, not the
 * rollups: those end with whole hours.
 */
export async function readDaysSoFar(db: Db, customers: CustomerScope): Promise<Today> {
  const [days, { rows: zones }, inProgress] = await Promise.all([
    daysSoFar(customers).execute(db),
    sql<{ zone: string }>`
      select distinct time_zone as zone from customers where ${ofCustomers(customers, 'id')} limit 2`.execute(
      db,
    ),
    countInProgress(db, customers),
  ]);
  const soFar = (wanted: number): DaySoFar => {
    const { back: _, ...figures } = days.rows.find(({ back }) => back === wanted) ?? {
      back: wanted,
      ...NOTHING,
    };
    return figures;
  };
  return {
    timeZone: zones.length === 1 ? (zones[0]?.zone ?? null) : null,
    today: soFar(0),
    lastWeek: soFar(WEEK_DAYS),
    inProgress,
  };
}

const daysSoFar = (customers: CustomerScope): RawBuilder<DaySoFar & { back: number }> => sql`
  with clocks as (
    select id, time_zone, now() at time zone time_zone as local from customers where ${ofCustomers(customers, 'id')}
  ),
  parts as materialized (
    select id, back, (local::date - back)::timestamp at time zone time_zone as begins,
      case back when 0 then now() else (local - back * interval '1 day') at time zone time_zone end as ends
    from clocks, (values (0), (${WEEK_DAYS}::integer)) as days (back)
  )
  select back,
    coalesce(sum(participations.count), 0)::integer as count,
    coalesce(sum(participations.seconds), 0)::bigint as seconds,
    coalesce(sum(called.calls), 0)::integer as calls,
    coalesce(sum(called.failed), 0)::integer as failed,
    coalesce(sum(visits.guests), 0)::integer as guests
  from parts
  cross join lateral (
    select count(*) as count, sum(duration_s) as seconds from connections
    where customer_id = parts.id and started_at >= begins and started_at < ends
  ) participations
  cross join lateral (
    select count(*) as calls, count(*) filter (
      where end_reason in (${sql.join([...failedEndReasons])})
        -- Of a call in progress, those who have left don't say how it ends: they may have come back.
        and not exists (select from live_group_members live where live.call_id = calls.call_id)
    ) as failed
    from calls where customer_id = parts.id and started_at >= begins and started_at < ends
  ) called
  cross join lateral (
    select count(*) as guests from guest_visits
    where customer_id = parts.id and started_at >= begins and started_at < ends
  ) visits
  group by back`;

/** Calls that someone of the customers is in, or whose group is theirs. */
async function countInProgress(db: Db, customers: CustomerScope): Promise<number> {
  const isOfThem = (ids: RawBuilder<unknown>): RawBuilder<boolean> =>
    customers === null ? sql`true` : sql`${ids} && ${customers}::uuid[]`;
  const { rows } = await sql<{ calls: number }>`
    select (
      (select count(*) from live_group_calls where ${isOfThem(sql`customer_ids`)})
      + (select count(*) from live_calls where ${isOfThem(sql`array(
          select (seat -> 'participant' ->> 'customerId')::uuid from jsonb_array_elements(call::jsonb -> 'seats') seat)`)})
    )::integer as calls`.execute(db);
  return rows[0]?.calls ?? 0;
}
