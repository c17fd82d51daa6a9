import { type Kysely, sql } from 'kysely';

/**
 * How long calls took until media came, and how their connections were, as the browsers measured it: with each connection, with
 * members of group calls in progress, and counted by day.
 *
 * New columns are null and have no checks, so that no row of a long table is read or written; rows of an older server, which
 * does not know them, are not counted. As with the rollups before, triggers keep them current.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
alter table connections
  add column set_up_ms integer,
  -- Seconds that the connection was so.
  add column good_s integer,
  add column fair_s integer,
  add column poor_s integer,
  -- Means over that time.
  add column mean_loss real,
  add column mean_round_trip_ms integer;

alter table live_group_members
  add column experience jsonb,
  -- How the connection is now.
  add column state jsonb;

-- A tenth of the time that was poor, or not good, is what people remember of a call.
create function quality_of_call(good integer, fair integer, poor integer) returns text
language sql immutable parallel safe as $$
  select case
    when good + fair + poor = 0 then null
    when 10 * poor >= good + fair + poor then 'poor'
    when 10 * (fair + poor) >= good + fair + poor then 'fair'
    else 'good'
  end
$$;

-- In steps of 50 ms, the upper end of each.
create table connection_set_up_days (
  customer_id uuid not null references customers on delete cascade,
  day date not null,
  set_up_ms integer not null,
  participations integer not null,
  primary key (customer_id, day, set_up_ms)
);
create index connection_set_up_days_day on connection_set_up_days (day) include (customer_id, set_up_ms, participations);

create table connection_quality_days (
  customer_id uuid not null references customers on delete cascade,
  day date not null,
  quality text not null,
  participations integer not null,
  seconds bigint not null,
  primary key (customer_id, day, quality)
);
create index connection_quality_days_day on connection_quality_days (day);

create view connection_set_ups as
  select c.customer_id, (c.started_at at time zone customers.time_zone)::date as day,
    (c.set_up_ms + 49) / 50 * 50 as set_up_ms
  from connections c join customers on customers.id = c.customer_id
  where c.set_up_ms is not null;
create view connection_qualities as
  select c.customer_id, (c.started_at at time zone customers.time_zone)::date as day, level.quality, level.seconds,
    (level.quality = quality_of_call(c.good_s, c.fair_s, c.poor_s))::integer as participations
  from connections c join customers on customers.id = c.customer_id,
    lateral (values ('good', c.good_s), ('fair', c.fair_s), ('poor', c.poor_s)) level (quality, seconds)
  where c.good_s + c.fair_s + c.poor_s > 0;

-- What several rows, or one, add to the rollups or take from them.
create type measured_connection as (
  customer_id uuid, started_at timestamptz, set_up_ms integer, good_s integer, fair_s integer, poor_s integer, sign integer
);
create function count_measured(changes measured_connection[]) returns void language plpgsql as $$
begin
  insert into connection_set_up_days as rollup (customer_id, day, set_up_ms, participations)
    select customer_id, (started_at at time zone time_zone)::date, (set_up_ms + 49) / 50 * 50, sum(sign)
    from unnest(changes) changed join customers on customers.id = changed.customer_id
    where set_up_ms is not null
    group by 1, 2, 3 having sum(sign) <> 0 order by 1, 2, 3
    on conflict (customer_id, day, set_up_ms) do update
      set participations = rollup.participations + excluded.participations;
  insert into connection_quality_days as rollup (customer_id, day, quality, participations, seconds)
    select customer_id, (started_at at time zone time_zone)::date, level.quality,
      sum(sign * (level.quality = quality_of_call(good_s, fair_s, poor_s))::integer), sum(sign * level.seconds)
    from unnest(changes) changed join customers on customers.id = changed.customer_id,
      lateral (values ('good', good_s), ('fair', fair_s), ('poor', poor_s)) level (quality, seconds)
    where good_s + fair_s + poor_s > 0
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (customer_id, day, quality) do update
      set participations = rollup.participations + excluded.participations, seconds = rollup.seconds + excluded.seconds;
end $$;

create function keep_measured() returns trigger language plpgsql as $$
declare
  changes measured_connection[];
begin
  select array_agg((customer_id, started_at, set_up_ms, good_s, fair_s, poor_s,
      case tg_op when 'INSERT' then 1 else -1 end)::measured_connection)
    into changes from changed where set_up_ms is not null or good_s is not null;
  if changes is null then
    return null;
  end if;
  perform pg_advisory_xact_lock_shared(hashtextextended('statistics:' || locked.customer_id, 0))
    from (select distinct customer_id from unnest(changes) order by 1) locked;
  perform count_measured(changes);
  return null;
end $$;
create trigger connections_measured after insert on connections
  referencing new table as changed for each statement execute function keep_measured();
create trigger connections_unmeasured after delete on connections
  referencing old table as changed for each statement execute function keep_measured();

-- A report that comes after the row.
create function change_measured() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('statistics:' || new.customer_id, 0));
  perform count_measured(array[
    (old.customer_id, old.started_at, old.set_up_ms, old.good_s, old.fair_s, old.poor_s, -1)::measured_connection,
    (new.customer_id, new.started_at, new.set_up_ms, new.good_s, new.fair_s, new.poor_s, 1)::measured_connection
  ]);
  return null;
end $$;
create trigger connections_measured_late after update of set_up_ms, good_s, fair_s, poor_s on connections
  for each row when ((old.set_up_ms, old.good_s, old.fair_s, old.poor_s)
    is distinct from (new.set_up_ms, new.good_s, new.fair_s, new.poor_s))
  execute function change_measured();

create function rebuild_measured_statistics(only_customer uuid) returns void language plpgsql as $$
begin
  delete from connection_set_up_days where only_customer is null or customer_id = only_customer;
  delete from connection_quality_days where only_customer is null or customer_id = only_customer;
  insert into connection_set_up_days (customer_id, day, set_up_ms, participations)
    select customer_id, day, set_up_ms, count(*) from connection_set_ups
    where only_customer is null or customer_id = only_customer group by 1, 2, 3;
  insert into connection_quality_days (customer_id, day, quality, participations, seconds)
    select customer_id, day, quality, sum(participations), sum(seconds) from connection_qualities
    where only_customer is null or customer_id = only_customer group by 1, 2, 3;
end $$;

-- As before, and what is measured.
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
  perform rebuild_measured_statistics(only_customer);
end $$;
`.execute(db);
}
