import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Logger } from '#platform/log.ts';
import type { Db } from '#server/db/database.ts';
import { rebuildQueuedStatistics } from './rebuilds.ts';

/** How often it is tried while a job makes statistics again. */
const REBUILD_POLL_MS = 1_000;

/** Makes all rollups again from the raw rows, customer by customer; calls that end meanwhile are counted afterwards. */
export async function rebuildRollups(db: Db, log: Logger): Promise<void> {
  await sql`
    insert into statistics_rebuilds (customer_id, since, reason)
    select id, '-infinity', 'asked for' from customers`.execute(db);
  while (!(await rebuildQueuedStatistics(db, log))) await sleep(REBUILD_POLL_MS);
}

export interface RollupDifference {
  readonly rollup:
    | 'connection_hours'
    | 'connection_days'
    | 'connection_peer_days'
    | 'connection_device_days'
    | 'calls'
    | 'call_hours'
    | 'call_days'
    | 'call_end_days'
    | 'connection_set_up_days'
    | 'connection_quality_days';
  /** How many of its rows are not what the raw rows say: wrong, missing or left over. */
  readonly rows: number;
}

/** Compares the rollups with the raw rows, as of one moment. Empty: they agree. */
export async function checkRollups(db: Db): Promise<readonly RollupDifference[]> {
  return await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const { rows } = await sql<RollupDifference>`
        with hours as (
          select customer_id, day, hour, count(*) as calls, sum(duration_s) as seconds
          from connection_local_times group by 1, 2, 3
        ), days as (
          select customer_id, day, count(*) as calls, sum(duration_s) as seconds
          from connection_local_times group by 1, 2
        ), peers as (
          select customer_id, day, peer_id, count(*) as calls, sum(duration_s) as seconds
          from connection_local_times group by 1, 2, 3
        ), devices as (
          select c.customer_id, (c.started_at at time zone customers.time_zone)::date as day, c.device_id,
            count(*) as calls, sum(c.duration_s) as seconds
          from connections c join customers on customers.id = c.customer_id
          where c.device_id is not null group by 1, 2, 3
        ), begun as (
          select customer_id, day, hour, 1 as calls, 0 as guests, 0 as guest_seconds from call_local_times
          union all
          select customer_id, day, hour, 0, 1, duration_s from guest_local_times
        ), call_hour as (
          select customer_id, day, hour, sum(calls) as calls, sum(guests) as guests, sum(guest_seconds) as guest_seconds
          from begun group by 1, 2, 3
        ), call_day as (
          select customer_id, day, sum(calls) as calls, sum(guests) as guests, sum(guest_seconds) as guest_seconds
          from begun group by 1, 2
        ), ends as (
          select customer_id, day, end_reason, sum(calls) as calls, sum(participations) as participations, sum(seconds) as seconds
          from (
            select customer_id, day, end_reason, 1 as calls, 0 as participations, 0 as seconds from call_local_times
            union all
            select c.customer_id, (c.started_at at time zone customers.time_zone)::date, c.end_reason, 0, 1, c.duration_s
            from connections c join customers on customers.id = c.customer_id
          ) ended group by 1, 2, 3
        ), set_ups as (
          select customer_id, day, set_up_ms, count(*) as participations from connection_set_ups group by 1, 2, 3
        ), qualities as (
          select customer_id, day, quality, sum(participations) as participations, sum(seconds) as seconds
          from connection_qualities group by 1, 2, 3
        )
        select 'connection_hours' as rollup, count(*) as rows
        from hours full join connection_hours kept using (customer_id, day, hour)
        where (coalesce(hours.calls, 0), coalesce(hours.seconds, 0)) <> (coalesce(kept.calls, 0), coalesce(kept.seconds, 0))
        union all
        select 'connection_days', count(*)
        from days full join connection_days kept using (customer_id, day)
        where (coalesce(days.calls, 0), coalesce(days.seconds, 0)) <> (coalesce(kept.calls, 0), coalesce(kept.seconds, 0))
        union all
        select 'connection_peer_days', count(*)
        from peers full join connection_peer_days kept using (customer_id, day, peer_id)
        where (coalesce(peers.calls, 0), coalesce(peers.seconds, 0)) <> (coalesce(kept.calls, 0), coalesce(kept.seconds, 0))
        union all
        select 'connection_device_days', count(*)
        from devices full join connection_device_days kept using (customer_id, day, device_id)
        where (coalesce(devices.calls, 0), coalesce(devices.seconds, 0)) <> (coalesce(kept.calls, 0), coalesce(kept.seconds, 0))
        union all
        select 'calls', count(*)
        from connections_of_calls made full join calls kept using (call_id, customer_id)
        where (made.started_at, made.ended_at, made.talked, made.end_reason)
          is distinct from (kept.started_at, kept.ended_at, kept.talked, kept.end_reason)
        union all
        select 'call_hours', count(*)
        from call_hour made full join call_hours kept using (customer_id, day, hour)
        where (coalesce(made.calls, 0), coalesce(made.guests, 0), coalesce(made.guest_seconds, 0))
          <> (coalesce(kept.calls, 0), coalesce(kept.guests, 0), coalesce(kept.guest_seconds, 0))
        union all
        select 'call_days', count(*)
        from call_day made full join call_days kept using (customer_id, day)
        where (coalesce(made.calls, 0), coalesce(made.guests, 0), coalesce(made.guest_seconds, 0))
          <> (coalesce(kept.calls, 0), coalesce(kept.guests, 0), coalesce(kept.guest_seconds, 0))
        union all
        select 'call_end_days', count(*)
        from ends full join call_end_days kept using (customer_id, day, end_reason)
        where (coalesce(ends.calls, 0), coalesce(ends.participations, 0), coalesce(ends.seconds, 0))
          <> (coalesce(kept.calls, 0), coalesce(kept.participations, 0), coalesce(kept.seconds, 0))
        union all
        select 'connection_set_up_days', count(*)
        from set_ups full join connection_set_up_days kept using (customer_id, day, set_up_ms)
        where coalesce(set_ups.participations, 0) <> coalesce(kept.participations, 0)
        union all
        select 'connection_quality_days', count(*)
        from qualities full join connection_quality_days kept using (customer_id, day, quality)
        where (coalesce(qualities.participations, 0), coalesce(qualities.seconds, 0))
          <> (coalesce(kept.participations, 0), coalesce(kept.seconds, 0))
      `.execute(trx);
      return rows.filter((difference) => difference.rows > 0);
    });
}
