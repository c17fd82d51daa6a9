import { type Kysely, sql } from 'kysely';

/**
 * What keeps lists and statistics quick at any size.
 *
 * Rollups of the call log, so that statistics never read it: by hour, day and peer, in the customer's time zone. Triggers
 * keep them current, whoever writes or deletes connections; what they hold can be made again from the raw rows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
create table connection_hours (
  customer_id uuid not null references customers on delete cascade,
  day date not null,
  hour smallint not null,
  calls integer not null,
  seconds bigint not null,
  primary key (customer_id, day, hour)
);
create index connection_hours_day on connection_hours (day);

create table connection_days (
  customer_id uuid not null references customers on delete cascade,
  day date not null,
  calls integer not null,
  seconds bigint not null,
  primary key (customer_id, day)
);
create index connection_days_day on connection_days (day);

create table connection_peer_days (
  customer_id uuid not null references customers on delete cascade,
  day date not null,
  peer_id uuid not null,
  -- The newest that a call was written with.
  peer_name text not null,
  calls integer not null,
  seconds bigint not null,
  primary key (customer_id, day, peer_id)
);
create index connection_peer_days_day on connection_peer_days (day);

-- One row of each rollup that a connection belongs to: what the triggers add, what rebuilding makes, what checking
-- compares with. A call over midnight counts in the day it began.
create view connection_local_times as
  select c.id, c.customer_id, c.peer_id, c.peer_name, c.duration_s, c.started_at,
    (c.started_at at time zone customers.time_zone)::date as day,
    extract(hour from c.started_at at time zone customers.time_zone)::smallint as hour
  from connections c
  join customers on customers.id = c.customer_id;

-- Rows come in the order of their keys, so that two writers wait for each other instead of deadlocking. The shared lock
-- makes a change of the time zone wait for writers that still count in the old one, and the other way round.
create function count_connections() returns trigger language plpgsql as $$
declare
  sign integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('statistics:' || locked.customer_id, 0))
    from (select distinct customer_id from changed order by 1) locked;

  insert into connection_hours as rollup (customer_id, day, hour, calls, seconds)
    select customer_id, day, hour, sign * count(*), sign * sum(duration_s)
    from (
      select changed.customer_id, changed.duration_s,
        (changed.started_at at time zone customers.time_zone)::date as day,
        extract(hour from changed.started_at at time zone customers.time_zone)::smallint as hour
      from changed join customers on customers.id = changed.customer_id
    ) local_times
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (customer_id, day, hour) do update
      set calls = rollup.calls + excluded.calls, seconds = rollup.seconds + excluded.seconds;

  insert into connection_days as rollup (customer_id, day, calls, seconds)
    select customer_id, day, sign * count(*), sign * sum(duration_s)
    from (
      select changed.customer_id, changed.duration_s,
        (changed.started_at at time zone customers.time_zone)::date as day
      from changed join customers on customers.id = changed.customer_id
    ) local_times
    group by 1, 2 order by 1, 2
    on conflict (customer_id, day) do update
      set calls = rollup.calls + excluded.calls, seconds = rollup.seconds + excluded.seconds;

  insert into connection_peer_days as rollup (customer_id, day, peer_id, peer_name, calls, seconds)
    select customer_id, day, peer_id, (array_agg(peer_name order by started_at desc))[1],
      sign * count(*), sign * sum(duration_s)
    from (
      select changed.customer_id, changed.peer_id, changed.peer_name, changed.started_at, changed.duration_s,
        (changed.started_at at time zone customers.time_zone)::date as day
      from changed join customers on customers.id = changed.customer_id
    ) local_times
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (customer_id, day, peer_id) do update
      set calls = rollup.calls + excluded.calls, seconds = rollup.seconds + excluded.seconds,
        peer_name = case sign when 1 then excluded.peer_name else rollup.peer_name end;
  return null;
end $$;

create trigger connections_counted after insert on connections
  referencing new table as changed for each statement execute function count_connections();
create trigger connections_uncounted after delete on connections
  referencing old table as changed for each statement execute function count_connections();

-- Of one customer, or of all (null).
create function rebuild_statistics(only_customer uuid) returns void language plpgsql as $$
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
end $$;

create function rebuild_statistics_of_customer() returns trigger language plpgsql as $$
begin
  perform rebuild_statistics(new.id);
  return null;
end $$;
create trigger customers_time_zone after update of time_zone on customers
  for each row when (old.time_zone is distinct from new.time_zone) execute function rebuild_statistics_of_customer();

select rebuild_statistics(null);

-- Lists of everything, newest first, and what a list's filters ask for.
create index connections_started on connections (started_at desc, id desc);
create index connections_call on connections (call_id);

-- How many rows the audit trail has: counting a million takes longer than a page may. In slots, so that writers at the
-- same time do not wait for each other's transactions.
create table log_totals (
  slot smallint primary key,
  total bigint not null
);
create function count_logs() returns trigger language plpgsql as $$
declare
  sign integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  insert into log_totals as kept (slot, total)
    select pg_backend_pid() % 64, sign * count(*) from changed
    on conflict (slot) do update set total = kept.total + excluded.total;
  return null;
end $$;
create trigger logs_counted after insert on logs
  referencing new table as changed for each statement execute function count_logs();
create trigger logs_uncounted after delete on logs
  referencing old table as changed for each statement execute function count_logs();
insert into log_totals select 0, count(*) from logs;

-- The owner's customer, and an invited device's, on the row itself: what managers' lists are narrowed by. Set and moved
-- along by triggers alone. The share lock makes who inserts wait for who is moving the owner to another customer.
alter table pairs add column customer_id uuid references customers, add column device_customer_id uuid references customers;
alter table groups add column customer_id uuid references customers;

create function customer_of_owner(user_id uuid, device_id uuid) returns uuid language plpgsql as $$
declare
  found_id uuid;
begin
  if user_id is not null then
    select customer_id into found_id from users where id = user_id for share;
  else
    select customer_id into found_id from devices where id = device_id for share;
  end if;
  return found_id;
end $$;

create function set_pair_customers() returns trigger language plpgsql as $$
begin
  new.customer_id := customer_of_owner(new.owner_user_id, new.owner_device_id);
  if new.target_device_id is not null then
    new.device_customer_id := customer_of_owner(null, new.target_device_id);
  end if;
  return new;
end $$;
create trigger pairs_customers before insert on pairs for each row execute function set_pair_customers();

create function set_group_customer() returns trigger language plpgsql as $$
begin
  new.customer_id := customer_of_owner(new.owner_user_id, new.owner_device_id);
  return new;
end $$;
create trigger groups_customer before insert on groups for each row execute function set_group_customer();

create function move_owned() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'users' then
    update pairs set customer_id = new.customer_id where owner_user_id = new.id;
    update groups set customer_id = new.customer_id where owner_user_id = new.id;
  else
    update pairs set customer_id = new.customer_id where owner_device_id = new.id;
    update pairs set device_customer_id = new.customer_id where target_device_id = new.id;
    update groups set customer_id = new.customer_id where owner_device_id = new.id;
  end if;
  return null;
end $$;
create trigger users_customer_moved after update of customer_id on users
  for each row when (old.customer_id is distinct from new.customer_id) execute function move_owned();
create trigger devices_customer_moved after update of customer_id on devices
  for each row when (old.customer_id is distinct from new.customer_id) execute function move_owned();

update pairs set customer_id = customer_of_owner(owner_user_id, owner_device_id),
  device_customer_id = case when target_device_id is not null then customer_of_owner(null, target_device_id) end;
update groups set customer_id = customer_of_owner(owner_user_id, owner_device_id);
alter table pairs alter column customer_id set not null;
alter table groups alter column customer_id set not null;
create index pairs_customer on pairs (customer_id, id);
create index pairs_device_customer on pairs (device_customer_id, id);
create index groups_customer on groups (customer_id, id);
`.execute(db);
}
