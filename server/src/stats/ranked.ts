import { type RawBuilder, sql } from 'kysely';
import { DELETED_PEER_NAMES } from '#protocol/deleted-peer.ts';
import { ofCustomers } from './customer-scope.ts';
import type { Period } from './period.ts';
import type { Asked, SummaryRow, SummaryScope } from './summary-types.ts';

const within = ({ customers, period: { first, last } }: SummaryScope): RawBuilder<boolean> =>
  sql<boolean>`${ofCustomers(customers, 'customer_id')} and day between ${first}::date and ${last}::date`;

const isOneOf = (column: string, keys: readonly string[] | undefined): RawBuilder<boolean> =>
  keys === undefined ? sql`true` : sql`${sql.ref(column)} in (${sql.join(keys)})`;

/** Whether another period has no line of it. Rows of calls that were taken back stay, and count nothing. */
const isNew = (
  table: string,
  column: string,
  { customers }: SummaryScope,
  period: Period | undefined,
  counts: RawBuilder<boolean> = sql`calls > 0`,
) =>
  period === undefined
    ? sql<boolean>`true`
    : sql<boolean>`not exists (
        select from ${sql.table(table)} as other
        where ${sql.ref(`other.${column}`)} = ${sql.ref(`${table}.${column}`)} and ${within({ customers, period })} and ${counts}
      )`;

/**
 * Names are looked up for what is shown alone: there may be a hundred thousand peers. Seconds are added as float8, exact up
 * to 2^53 and much faster than numeric, which sum(bigint) is.
 */
export const byPeer = (
  scope: SummaryScope,
  { page, keys, without }: Asked,
): RawBuilder<SummaryRow> => sql<SummaryRow>`
  with counted as materialized (
    select peer_id, sum(calls) as count, sum(seconds::float8) as seconds
    from connection_peer_days
    where ${within(scope)} and ${isOneOf('peer_id', keys)}
      and ${isNew('connection_peer_days', 'peer_id', scope, without)}
    group by peer_id
    having sum(calls) > 0
  ),
  shown as (
    select * from counted order by count desc, peer_id limit ${page.limit} offset ${page.offset}
  )
  select shown.peer_id::text as key, named.peer_name as name, count::integer as count, seconds::bigint as seconds,
    null::integer as calls, null::integer as guests, (select count(*) from counted)::integer as total
  from shown cross join lateral (
    select peer_name from connection_peer_days named
    where named.peer_id = shown.peer_id and ${ofCustomers(scope.customers, 'named.customer_id')}
      and day <= ${scope.period.last}::date
    order by day desc limit 1
  ) named
  order by count desc, key`;

/** As devices are called now. */
export const byDevice = (
  scope: SummaryScope,
  { page, keys, without }: Asked,
): RawBuilder<SummaryRow> => sql<SummaryRow>`
  with counted as materialized (
    select device_id, sum(calls) as count, sum(seconds::float8) as seconds
    from connection_device_days
    where ${within(scope)} and ${isOneOf('device_id', keys)}
      and ${isNew('connection_device_days', 'device_id', scope, without)}
    group by device_id
    having sum(calls) > 0
  ),
  shown as (
    select * from counted order by count desc, device_id limit ${page.limit} offset ${page.offset}
  )
  select shown.device_id::text as key,
    coalesce(nullif(devices.name, ''), devices.serial_printed, ${DELETED_PEER_NAMES.device}::text) as name,
    count::integer as count, seconds::bigint as seconds, null::integer as calls, null::integer as guests,
    (select count(*) from counted)::integer as total
  from shown left join devices on devices.id = shown.device_id
  order by count desc, key`;

/** Calls in progress that the end of an earlier participation stands for; they have not ended so. */
const endedSoFar = ({ customers, period: { first, last } }: SummaryScope): RawBuilder<number> => sql<number>`
  select count(*) from calls join customers on customers.id = calls.customer_id
  where calls.end_reason = call_end_days.end_reason and ${ofCustomers(customers, 'calls.customer_id')}
    and (calls.started_at at time zone customers.time_zone)::date between ${first}::date and ${last}::date
    and calls.call_id in (select call_id from live_group_members)`;

/** Few: as many as there are ways to end. */
export const byReason = (
  scope: SummaryScope,
  { page, keys, without }: Asked,
): RawBuilder<SummaryRow> => sql<SummaryRow>`
  select end_reason as key, end_reason as name, sum(participations)::integer as count,
    sum(seconds)::bigint as seconds,
    (sum(calls) - (${endedSoFar(scope)}))::integer as calls, null::integer as guests,
    (count(*) over ())::integer as total
  from call_end_days
  where ${within(scope)} and ${isOneOf('end_reason', keys)}
      and ${isNew('call_end_days', 'end_reason', scope, without, sql`(participations > 0 or calls > 0)`)}
  group by end_reason
  having sum(participations) > 0 or sum(calls) > 0
  order by 5 desc, 1
  limit ${page.limit} offset ${page.offset}`;
