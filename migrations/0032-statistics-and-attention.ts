import { type Kysely, sql } from 'kysely';

/**
 * Statistics of calls beside those of participations, what a webhook answered, how long each customer keeps its
 * recordings, and what finds the rows that need attention.
 *
 * As with the rollups before (0002-lists-and-statistics.ts), triggers keep all of it current, no matter which program writes connections,
 * an older server too, and `rebuild_statistics` makes it again from the raw rows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
alter table customers add column recording_keep_days integer check (recording_keep_days between 1 and 3650);

alter table webhook_deliveries
  -- The beginning of the last answer.
  add column last_answer text,
  add column last_duration_ms integer;

create index mails_failed on mails (failed_at, id) where failed_at is not null;
create index mails_unsettled on mails (created_at, id) where sent_at is null and failed_at is null;
create index pairs_unanswered on pairs (customer_id, created_at) where state = 'INVITED';
create index recordings_interrupted on recordings (customer_id, started_at desc) where state in ('interrupted', 'failed');

-- Guests have no history, but are counted.
create table guest_visits (
  id uuid primary key default uuidv7(),
  call_id uuid not null,
  customer_id uuid not null references customers on delete cascade,
  started_at timestamptz not null,
  duration_s integer not null check (duration_s >= 0)
);
create index guest_visits_customer on guest_visits (customer_id, started_at);

-- One row a call and customer with someone in it, of all of that customer's connections.
create table calls (
  call_id uuid not null,
  customer_id uuid not null references customers on delete cascade,
  started_at timestamptz not null,
  ended_at timestamptz not null,
  -- It was answered, and lasted.
  talked boolean not null,
  -- Of the part that ended last.
  end_reason text not null,
  primary key (call_id, customer_id)
);
create index calls_customer on calls (customer_id, started_at) include (ended_at) where talked;
create index calls_started on calls (started_at) include (ended_at, customer_id) where talked;

create table call_hours (
  customer_id uuid not null references customers on delete cascade,
  day date not null,
  hour smallint not null,
  calls integer not null default 0,
  guests integer not null default 0,
  guest_seconds bigint not null default 0,
  primary key (customer_id, day, hour)
);
create index call_hours_day on call_hours (day);

create table call_days (
  customer_id uuid not null references customers on delete cascade,
  day date not null,
  calls integer not null default 0,
  guests integer not null default 0,
  guest_seconds bigint not null default 0,
  primary key (customer_id, day)
);
create index call_days_day on call_days (day);

create table call_end_days (
  customer_id uuid not null references customers on delete cascade,
  day date not null,
  end_reason text not null,
  calls integer not null default 0,
  participations integer not null default 0,
  seconds bigint not null default 0,
  primary key (customer_id, day, end_reason)
);
create index call_end_days_day on call_end_days (day);

create table connection_device_days (
  customer_id uuid not null references customers on delete cascade,
  day date not null,
  device_id uuid not null,
  calls integer not null,
  seconds bigint not null,
  primary key (customer_id, day, device_id)
);
create index connection_device_days_day on connection_device_days (day) include (customer_id, device_id, calls, seconds);

create view call_local_times as
  select calls.customer_id, calls.end_reason,
    (calls.started_at at time zone customers.time_zone)::date as day,
    extract(hour from calls.started_at at time zone customers.time_zone)::smallint as hour
  from calls join customers on customers.id = calls.customer_id;
create view guest_local_times as
  select visits.customer_id, visits.duration_s,
    (visits.started_at at time zone customers.time_zone)::date as day,
    extract(hour from visits.started_at at time zone customers.time_zone)::smallint as hour
  from guest_visits visits join customers on customers.id = visits.customer_id;
create view connections_of_calls as
  select call_id, customer_id, min(started_at) as started_at, max(ended_at) as ended_at,
    bool_or(duration_s > 0) as talked,
    (array_agg(end_reason order by ended_at desc, end_reason desc))[1] as end_reason
  from connections group by call_id, customer_id;

-- How many calls more or less began in an hour, and ended so.
create type call_change as (customer_id uuid, day date, hour smallint, end_reason text, calls integer);

create function count_calls(changes call_change[]) returns void language plpgsql as $$
begin
  insert into call_hours as rollup (customer_id, day, hour, calls)
    select customer_id, day, hour, sum(calls) from unnest(changes)
    group by 1, 2, 3 having sum(calls) <> 0 order by 1, 2, 3
    on conflict (customer_id, day, hour) do update set calls = rollup.calls + excluded.calls;
  insert into call_days as rollup (customer_id, day, calls)
    select customer_id, day, sum(calls) from unnest(changes)
    group by 1, 2 having sum(calls) <> 0 order by 1, 2
    on conflict (customer_id, day) do update set calls = rollup.calls + excluded.calls;
  insert into call_end_days as rollup (customer_id, day, end_reason, calls)
    select customer_id, day, end_reason, sum(calls) from unnest(changes)
    group by 1, 2, 3 having sum(calls) <> 0 order by 1, 2, 3
    on conflict (customer_id, day, end_reason) do update set calls = rollup.calls + excluded.calls;
end $$;

-- The second of two members who leave at the same moment waits for the first at the call's row.
create function keep_calls() returns trigger language plpgsql as $$
declare
  sign integer := case tg_op when 'INSERT' then 1 else -1 end;
  removed call_change[];
  written call_change[];
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('statistics:' || locked.customer_id, 0))
    from (select distinct customer_id from changed order by 1) locked;

  insert into call_end_days as rollup (customer_id, day, end_reason, participations, seconds)
    select customer_id, (started_at at time zone time_zone)::date, end_reason, sign * count(*), sign * sum(duration_s)
    from changed join customers on customers.id = changed.customer_id
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (customer_id, day, end_reason) do update
      set participations = rollup.participations + excluded.participations,
        seconds = rollup.seconds + excluded.seconds;

  insert into connection_device_days as rollup (customer_id, day, device_id, calls, seconds)
    select customer_id, (started_at at time zone time_zone)::date, device_id, sign * count(*), sign * sum(duration_s)
    from changed join customers on customers.id = changed.customer_id
    where device_id is not null
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (customer_id, day, device_id) do update
      set calls = rollup.calls + excluded.calls, seconds = rollup.seconds + excluded.seconds;

  if tg_op = 'DELETE' then
    with gone as (
      delete from calls using (select distinct call_id, customer_id from changed) affected
      where calls.call_id = affected.call_id and calls.customer_id = affected.customer_id
      returning calls.customer_id, calls.started_at, calls.end_reason
    )
    select array_agg((customer_id, day, hour, end_reason, -calls)::call_change) into removed from (
      select gone.customer_id, (started_at at time zone time_zone)::date as day,
        extract(hour from started_at at time zone time_zone)::smallint as hour, end_reason, count(*)::integer as calls
      from gone join customers on customers.id = gone.customer_id group by 1, 2, 3, 4
    ) counted;
    perform count_calls(coalesce(removed, '{}'));
  end if;

  with parts as (
    select call_id, customer_id, min(started_at) as started_at, max(ended_at) as ended_at,
      bool_or(duration_s > 0) as talked,
      (array_agg(end_reason order by ended_at desc, end_reason desc))[1] as end_reason
    from changed where tg_op = 'INSERT' group by 1, 2
    union all
    select staying.* from (select distinct call_id, customer_id from changed where tg_op = 'DELETE') affected
    join connections_of_calls staying using (call_id, customer_id)
  ), kept_calls as (
    insert into calls as kept (call_id, customer_id, started_at, ended_at, talked, end_reason)
      select * from parts order by 1, 2
      on conflict (call_id, customer_id) do update set
        started_at = least(kept.started_at, excluded.started_at),
        ended_at = greatest(kept.ended_at, excluded.ended_at),
        talked = kept.talked or excluded.talked,
        end_reason = case when (excluded.ended_at, excluded.end_reason) > (kept.ended_at, kept.end_reason)
          then excluded.end_reason else kept.end_reason end
      -- In a trigger, old and new are taken.
      returning with (old as before, new as after) before.started_at as old_started_at, before.end_reason as old_reason,
        after.customer_id, after.started_at, after.end_reason
  ), moves as (
    select customer_id, started_at, end_reason, 1 as calls from kept_calls
    union all
    select customer_id, old_started_at, old_reason, -1 from kept_calls where old_started_at is not null
  )
  select array_agg((customer_id, day, hour, end_reason, calls)::call_change) into written from (
    select moves.customer_id, (started_at at time zone time_zone)::date as day,
      extract(hour from started_at at time zone time_zone)::smallint as hour, end_reason, sum(calls)::integer as calls
    from moves join customers on customers.id = moves.customer_id
    group by 1, 2, 3, 4 having sum(calls) <> 0
  ) counted;
  perform count_calls(coalesce(written, '{}'));
  return null;
end $$;
create trigger connections_in_calls after insert on connections
  referencing new table as changed for each statement execute function keep_calls();
create trigger connections_without_calls after delete on connections
  referencing old table as changed for each statement execute function keep_calls();

create function count_guests() returns trigger language plpgsql as $$
declare
  sign integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('statistics:' || locked.customer_id, 0))
    from (select distinct customer_id from changed order by 1) locked;
  insert into call_hours as rollup (customer_id, day, hour, guests, guest_seconds)
    select customer_id, (started_at at time zone time_zone)::date,
      extract(hour from started_at at time zone time_zone)::smallint, sign * count(*), sign * sum(duration_s)
    from changed join customers on customers.id = changed.customer_id
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (customer_id, day, hour) do update
      set guests = rollup.guests + excluded.guests, guest_seconds = rollup.guest_seconds + excluded.guest_seconds;
  insert into call_days as rollup (customer_id, day, guests, guest_seconds)
    select customer_id, (started_at at time zone time_zone)::date, sign * count(*), sign * sum(duration_s)
    from changed join customers on customers.id = changed.customer_id
    group by 1, 2 order by 1, 2
    on conflict (customer_id, day) do update
      set guests = rollup.guests + excluded.guests, guest_seconds = rollup.guest_seconds + excluded.guest_seconds;
  return null;
end $$;
create trigger guest_visits_counted after insert on guest_visits
  referencing new table as changed for each statement execute function count_guests();
create trigger guest_visits_uncounted after delete on guest_visits
  referencing old table as changed for each statement execute function count_guests();

create function rebuild_call_statistics(only_customer uuid) returns void language plpgsql as $$
begin
  delete from calls where only_customer is null or customer_id = only_customer;
  delete from call_hours where only_customer is null or customer_id = only_customer;
  delete from call_days where only_customer is null or customer_id = only_customer;
  delete from call_end_days where only_customer is null or customer_id = only_customer;
  delete from connection_device_days where only_customer is null or customer_id = only_customer;

  insert into calls (call_id, customer_id, started_at, ended_at, talked, end_reason)
    select call_id, customer_id, started_at, ended_at, talked, end_reason from connections_of_calls
    where only_customer is null or customer_id = only_customer;
  insert into call_hours (customer_id, day, hour, calls, guests, guest_seconds)
    select customer_id, day, hour, sum(calls), sum(guests), sum(guest_seconds) from (
      select customer_id, day, hour, 1 as calls, 0 as guests, 0 as guest_seconds from call_local_times
      union all
      select customer_id, day, hour, 0, 1, duration_s from guest_local_times
    ) counted
    where only_customer is null or customer_id = only_customer group by 1, 2, 3;
  insert into call_days (customer_id, day, calls, guests, guest_seconds)
    select customer_id, day, sum(calls), sum(guests), sum(guest_seconds) from call_hours
    where only_customer is null or customer_id = only_customer group by 1, 2;
  insert into call_end_days (customer_id, day, end_reason, calls, participations, seconds)
    select customer_id, day, end_reason, sum(calls), sum(participations), sum(seconds) from (
      select customer_id, day, end_reason, 1 as calls, 0 as participations, 0 as seconds from call_local_times
      union all
      select c.customer_id, (c.started_at at time zone customers.time_zone)::date, c.end_reason, 0, 1, c.duration_s
      from connections c join customers on customers.id = c.customer_id
    ) counted
    where only_customer is null or customer_id = only_customer group by 1, 2, 3;
  insert into connection_device_days (customer_id, day, device_id, calls, seconds)
    select c.customer_id, (c.started_at at time zone customers.time_zone)::date, c.device_id, count(*), sum(c.duration_s)
    from connections c join customers on customers.id = c.customer_id
    where c.device_id is not null and (only_customer is null or c.customer_id = only_customer) group by 1, 2, 3;
end $$;

create or replace function rebuild_statistics(only_customer uuid) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('statistics:' || id, 0))
    from (select id from customers where only_customer is null or id = only_customer order by 1) locked;

  delete from connection_hours where only_customer is null or customer_id = only_customer;
  delete from connection_days where only_customer is null or customer_id = only_customer;
  delete from connection_peer_days where only_customer is null or customer_id = only_customer;

  insert into connection_hours
    select customer_id, day, hour, count(*), sum(duration_s) from connection_local_times
    where only_customer is null or customer_id = only_customer group by 1, 2, 3;
  insert into connection_days
    select customer_id, day, sum(calls), sum(seconds) from connection_hours
    where only_customer is null or customer_id = only_customer group by 1, 2;
  insert into connection_peer_days
    select customer_id, day, peer_id, (array_agg(peer_name order by started_at desc))[1], count(*), sum(duration_s)
    from connection_local_times
    where only_customer is null or customer_id = only_customer group by 1, 2, 3;

  perform rebuild_call_statistics(only_customer);
end $$;

-- Calls from before are counted in the background: it takes minutes where there are millions (0042-statistics-to-rebuild.ts).
create table if not exists statistics_rebuilds (
  id bigint primary key generated always as identity,
  customer_id uuid not null,
  since timestamptz not null,
  reason text not null
);
insert into statistics_rebuilds (customer_id, since, reason)
  select id, '-infinity', 'new statistics' from customers
  where exists (select from connections where connections.customer_id = customers.id);
`.execute(db);
}
