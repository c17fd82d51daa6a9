import { type Kysely, sql } from 'kysely';

/**
 * Statistics that could not be counted are made again later, in the background: a call's row is written whatever happens to them.
 *
 * An older server keeps working on it: it only adds, and replaces what functions do.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
-- Whose statistics, of which days: from the one of 'since' on, in the customer's time zone. A customer may stand here several times, or be gone.
create table if not exists statistics_rebuilds (
  id bigint primary key generated always as identity,
  customer_id uuid not null,
  since timestamptz not null,
  -- For the operator.
  reason text not null
);

-- With the time that the rebuild narrows them by.
create or replace view guest_local_times as
  select visits.customer_id, visits.duration_s,
    (visits.started_at at time zone customers.time_zone)::date as day,
    extract(hour from visits.started_at at time zone customers.time_zone)::smallint as hour,
    visits.started_at
  from guest_visits visits join customers on customers.id = visits.customer_id;
create or replace view connection_set_ups as
  select c.customer_id, (c.started_at at time zone customers.time_zone)::date as day,
    (c.set_up_ms + 49) / 50 * 50 as set_up_ms, c.started_at
  from connections c join customers on customers.id = c.customer_id
  where c.set_up_ms is not null;
create or replace view connection_qualities as
  select c.customer_id, (c.started_at at time zone customers.time_zone)::date as day, level.quality, level.seconds,
    (level.quality = quality_of_call(c.good_s, c.fair_s, c.poor_s))::integer as participations, c.started_at
  from connections c join customers on customers.id = c.customer_id,
    lateral (values ('good', c.good_s), ('fair', c.fair_s), ('poor', c.poor_s)) level (quality, seconds)
  where c.good_s + c.fair_s + c.poor_s > 0;

-- All statistics of one customer, of all days from that of 'since' on. Every call that has a part in those days and began before them must be
-- counted already.
create function rebuild_statistics(of_customer uuid, since timestamptz) returns void language plpgsql as $$
declare
  zone text;
  from_day date;
  -- Before that day begins, by any rule: what indexes narrow by.
  from_time timestamptz;
begin
  -- Whoever counts holds it shared, until their rows are written.
  perform pg_advisory_xact_lock(hashtextextended('statistics:' || of_customer, 0));
  select time_zone into zone from customers where id = of_customer;
  if not found then
    return;
  end if;
  from_day := (since at time zone zone)::date;
  from_time := (from_day::timestamp at time zone zone) - interval '1 day';

  delete from connection_hours where customer_id = of_customer and day >= from_day;
  insert into connection_hours (customer_id, day, hour, calls, seconds)
    select customer_id, day, hour, count(*), sum(duration_s) from connection_local_times
    where customer_id = of_customer and started_at >= from_time and day >= from_day group by 1, 2, 3;
  delete from connection_days where customer_id = of_customer and day >= from_day;
  insert into connection_days (customer_id, day, calls, seconds)
    select customer_id, day, sum(calls), sum(seconds) from connection_hours
    where customer_id = of_customer and day >= from_day group by 1, 2;
  delete from connection_peer_days where customer_id = of_customer and day >= from_day;
  insert into connection_peer_days (customer_id, day, peer_id, peer_name, calls, seconds)
    select customer_id, day, peer_id, (array_agg(peer_name order by started_at desc))[1], count(*), sum(duration_s)
    from connection_local_times
    where customer_id = of_customer and started_at >= from_time and day >= from_day group by 1, 2, 3;
  delete from connection_device_days where customer_id = of_customer and day >= from_day;
  insert into connection_device_days (customer_id, day, device_id, calls, seconds)
    select customer_id, (started_at at time zone zone)::date, device_id, count(*), sum(duration_s) from connections
    where customer_id = of_customer and started_at >= from_time and (started_at at time zone zone)::date >= from_day
      and device_id is not null
    group by 1, 2, 3;

  delete from calls where customer_id = of_customer and (started_at at time zone zone)::date >= from_day;
  insert into calls (call_id, customer_id, started_at, ended_at, talked, end_reason)
    select call_id, customer_id, min(started_at), max(ended_at), bool_or(duration_s > 0),
      (array_agg(end_reason order by ended_at desc, end_reason desc))[1]
    from connections
    where customer_id = of_customer and started_at >= from_time and (started_at at time zone zone)::date >= from_day
    group by 1, 2
    -- It began before these days, and stands.
    on conflict do nothing;
  delete from call_hours where customer_id = of_customer and day >= from_day;
  insert into call_hours (customer_id, day, hour, calls, guests, guest_seconds)
    select customer_id, day, hour, sum(calls), sum(guests), sum(guest_seconds) from (
      select customer_id, day, hour, 1 as calls, 0 as guests, 0 as guest_seconds from call_local_times
      where customer_id = of_customer and day >= from_day
      union all
      select customer_id, day, hour, 0, 1, duration_s from guest_local_times
      where customer_id = of_customer and started_at >= from_time and day >= from_day
    ) counted group by 1, 2, 3;
  delete from call_days where customer_id = of_customer and day >= from_day;
  insert into call_days (customer_id, day, calls, guests, guest_seconds)
    select customer_id, day, sum(calls), sum(guests), sum(guest_seconds) from call_hours
    where customer_id = of_customer and day >= from_day group by 1, 2;
  delete from call_end_days where customer_id = of_customer and day >= from_day;
  insert into call_end_days (customer_id, day, end_reason, calls, participations, seconds)
    select customer_id, day, end_reason, sum(calls), sum(participations), sum(seconds) from (
      select customer_id, day, end_reason, 1 as calls, 0 as participations, 0 as seconds from call_local_times
      where customer_id = of_customer and day >= from_day
      union all
      select customer_id, (started_at at time zone zone)::date, end_reason, 0, 1, duration_s from connections
      where customer_id = of_customer and started_at >= from_time and (started_at at time zone zone)::date >= from_day
    ) counted group by 1, 2, 3;

  delete from connection_set_up_days where customer_id = of_customer and day >= from_day;
  insert into connection_set_up_days (customer_id, day, set_up_ms, participations)
    select customer_id, day, set_up_ms, count(*) from connection_set_ups
    where customer_id = of_customer and started_at >= from_time and day >= from_day group by 1, 2, 3;
  delete from connection_quality_days where customer_id = of_customer and day >= from_day;
  insert into connection_quality_days (customer_id, day, quality, participations, seconds)
    select customer_id, day, quality, sum(participations), sum(seconds) from connection_qualities
    where customer_id = of_customer and started_at >= from_time and day >= from_day group by 1, 2, 3;
end $$;

-- Of one customer, or of all (null).
create or replace function rebuild_statistics(only_customer uuid) returns void language plpgsql as $$
begin
  perform rebuild_statistics(id, '-infinity')
    from (select id from customers where only_customer is null or id = only_customer order by 1) each;
end $$;

-- A change of the time zone has each call of a customer counted again: too long for the request that asks for it.
create or replace function rebuild_statistics_of_customer() returns trigger language plpgsql as $$
begin
  insert into statistics_rebuilds (customer_id, since, reason) values (new.id, '-infinity', 'time zone changed');
  return null;
end $$;

-- Nobody waits for a rebuild: it takes minutes where a customer has millions of calls.
create function share_statistics(of_customer uuid) returns void language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock_shared(hashtextextended('statistics:' || of_customer, 0)) then
    raise exception 'statistics are being made again' using errcode = 'lock_not_available';
  end if;
end $$;

-- What counts, as it was, within a block that lets no failure through.
create function guard_counting(counting regprocedure, on_failure text) returns void language plpgsql as $$
declare
  source text := (select prosrc from pg_proc where oid = counting);
begin
  source := replace(source,
    'pg_advisory_xact_lock_shared(hashtextextended(''statistics:'' || locked.customer_id, 0))', 'share_statistics(locked.customer_id)');
  source := replace(source,
    'pg_advisory_xact_lock_shared(hashtextextended(''statistics:'' || new.customer_id, 0))', 'share_statistics(new.customer_id)');
  execute format('create or replace function %s returns trigger language plpgsql as %L', counting,
    format('begin %s; exception when others then %s return null; end', source, on_failure));
end $$;
-- From the beginning of the first call on that has a part among the rows.
select guard_counting(counting, $$
  insert into statistics_rebuilds (customer_id, since, reason)
    select customer_id, min(started_at), sqlerrm from (
      select customer_id, started_at from changed
      union all
      select c.customer_id, c.started_at from connections c
      join changed on changed.call_id = c.call_id and changed.customer_id = c.customer_id
    ) parts group by 1;
$$) from unnest(array['count_connections()', 'keep_calls()', 'keep_measured()']::regprocedure[]) counting;
select guard_counting('count_guests()', $$
  insert into statistics_rebuilds (customer_id, since, reason)
    select customer_id, min(started_at), sqlerrm from changed group by 1;
$$);
select guard_counting('change_measured()', $$
  insert into statistics_rebuilds (customer_id, since, reason) values (new.customer_id, new.started_at, sqlerrm);
$$);
drop function guard_counting;
`.execute(db);
}
