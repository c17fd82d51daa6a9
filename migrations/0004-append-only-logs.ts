import { type Kysely, sql } from 'kysely';

/** Logs that nobody rewrites, and indexes for every way to search, sort and filter the large lists. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
-- The audit trail is appended to and nothing else; who tries is told, instead of being ignored by a rule. Old rows go
-- through one function alone, which keeps what is young whatever it is asked.
drop rule logs_no_update on logs;

create function refuse_log_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('hibiki.removes_old_logs', true) = 'on' then
    return null;
  end if;
  raise exception 'logs are append only: % refused', tg_op using errcode = 'insufficient_privilege';
end $$;
create trigger logs_append_only before update or delete or truncate on logs
  for each statement execute function refuse_log_change();

-- At most so many of those older than so many days; returns how many went. The setting holds for the call alone.
create function remove_old_logs(keep_days integer, at_most integer) returns integer
language plpgsql security definer set search_path = public, pg_temp set hibiki.removes_old_logs = 'on' as $$
declare
  removed integer;
begin
  if keep_days < 30 then
    raise exception 'logs are kept for 30 days at least';
  end if;
  delete from logs where id in (
    select id from logs where at < now() - make_interval(days => keep_days) order by at limit at_most);
  get diagnostics removed = row_count;
  return removed;
end $$;
revoke all on function remove_old_logs from public;

create index logs_action on logs (action, at desc, id desc);
create index logs_resource on logs (resource, at desc, id desc);
create index logs_resource_id on logs (resource_id, at desc, id desc) where resource_id is not null;
create index logs_actor on logs (actor_id, at desc, id desc) where actor_id is not null;

-- For searching within texts: each two letters in a row, and each letter by itself, since many names are not longer. A
-- text can only contain another if it has all of the other's; for one that is sought the longest say enough. Kept as
-- lexemes in a column, since a filter looks at them row by row where an index would not narrow much.
create function search_grams(text text, shortest integer) returns text[] language sql immutable strict parallel safe as $$
  select case shortest when 1 then letters else '{}' end
    || array(select one || next from unnest(letters, letters[2:]) as places (one, next) where next is not null)
  from (select string_to_array(lower(text), null) as letters) as given
$$;
create function search_vector(text text) returns tsvector language sql immutable strict parallel safe as $$
  select array_to_tsvector(search_grams(text, 1))
$$;
-- Of grams as they are: quoted, so that none of them is taken for an operator.
create function search_query(text text, shortest integer) returns tsquery language sql immutable strict parallel safe as $$
  select string_agg('''' || replace(replace(gram, '\\', '\\\\'), '''', '''''') || '''', ' & ')::tsquery
  from unnest(search_grams(text, shortest)) as gram
$$;
alter table users add column search tsvector
  generated always as (search_vector(mail || ' ' || nickname)) stored;
alter table devices add column search tsvector
  generated always as (search_vector(serial || ' ' || serial_printed || ' ' || name)) stored;
alter table groups add column search tsvector generated always as (search_vector(name)) stored;
create index users_search on users using gin (search) with (fastupdate = off);
create index devices_search on devices using gin (search) with (fastupdate = off);
create index groups_search on groups using gin (search) with (fastupdate = off);

-- What a pair's owner finds it by: the owner's name for it, and who the other side is. Kept by triggers alone.
alter table pairs add column search_text text;
create function pair_search_text(name text, user_id uuid, device_id uuid) returns text language sql stable as $$
  select concat_ws(' ', name,
    (select mail || ' ' || nickname from users where id = user_id),
    (select serial_printed || ' ' || devices.name from devices where id = device_id))
$$;
create function set_pair_search_text() returns trigger language plpgsql as $$
begin
  new.search_text := pair_search_text(new.name, new.target_user_id, new.target_device_id);
  return new;
end $$;
create trigger pairs_search_text before insert or update of name on pairs
  for each row execute function set_pair_search_text();

create function renew_pair_search_texts() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'users' then
    update pairs set search_text = pair_search_text(name, target_user_id, null) where target_user_id = new.id;
  else
    update pairs set search_text = pair_search_text(name, null, target_device_id) where target_device_id = new.id;
  end if;
  return null;
end $$;
create trigger users_found_by after update of mail, nickname on users
  for each row when ((old.mail, old.nickname) is distinct from (new.mail, new.nickname))
  execute function renew_pair_search_texts();
create trigger devices_found_by after update of serial_printed, name on devices
  for each row when ((old.serial_printed, old.name) is distinct from (new.serial_printed, new.name))
  execute function renew_pair_search_texts();

update pairs set search_text = pair_search_text(name, target_user_id, target_device_id);
alter table pairs alter column search_text set not null;
alter table pairs add column search tsvector generated always as (search_vector(search_text)) stored;
create index pairs_search on pairs using gin (search) with (fastupdate = off);

-- What statistics count of a call that has ended stays what it was: rows are counted as they come and go.
create function refuse_counted_change() returns trigger language plpgsql as $$
begin
  raise exception 'a call that has ended does not change: delete the row and write another'
    using errcode = 'check_violation';
end $$;
create trigger connections_written_once
  before update of customer_id, peer_id, started_at, duration_s on connections
  for each row when ((old.customer_id, old.peer_id, old.started_at, old.duration_s)
    is distinct from (new.customer_id, new.peer_id, new.started_at, new.duration_s))
  execute function refuse_counted_change();

-- How many rows the other large lists have, as for the logs (0002-lists-and-statistics.ts).
create table row_totals (
  table_name text not null,
  slot smallint not null,
  total bigint not null,
  primary key (table_name, slot)
);
create function count_rows() returns trigger language plpgsql as $$
declare
  sign integer := case tg_op when 'INSERT' then 1 else -1 end;
  changes bigint;
begin
  select count(*) into changes from changed;
  if changes > 0 then
    insert into row_totals as kept (table_name, slot, total)
      values (tg_table_name, pg_backend_pid() % 256, sign * changes)
      on conflict (table_name, slot) do update set total = kept.total + excluded.total;
  end if;
  return null;
end $$;
create trigger users_counted after insert on users
  referencing new table as changed for each statement execute function count_rows();
create trigger users_uncounted after delete on users
  referencing old table as changed for each statement execute function count_rows();
create trigger devices_counted after insert on devices
  referencing new table as changed for each statement execute function count_rows();
create trigger devices_uncounted after delete on devices
  referencing old table as changed for each statement execute function count_rows();
create trigger pairs_counted after insert on pairs
  referencing new table as changed for each statement execute function count_rows();
create trigger pairs_uncounted after delete on pairs
  referencing old table as changed for each statement execute function count_rows();
create trigger groups_counted after insert on groups
  referencing new table as changed for each statement execute function count_rows();
create trigger groups_uncounted after delete on groups
  referencing old table as changed for each statement execute function count_rows();
insert into row_totals
  select 'users', 0, count(*) from users
  union all select 'devices', 0, count(*) from devices
  union all select 'pairs', 0, count(*) from pairs
  union all select 'groups', 0, count(*) from groups;

-- Ways to sort and filter.
create index users_nickname on users (nickname, id);
create index users_state on users (state, id);
create index users_type on users (is_manager, id);
create index pairs_name on pairs (name, id);
create index pairs_state on pairs (state, id);
create index connections_kind on connections (kind, started_at desc, id desc);
create index connections_duration on connections (duration_s, id);
create index connections_customer_duration on connections (customer_id, duration_s, id);
`.execute(db);
}
