import { type Kysely, sql } from 'kysely';

/** When guest links end, mailed links that end with what they are for, and indexes for the lists of the newer resources. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
-- When a link ends, on the row itself, so that an index finds it: with the group as its times are now, earlier or later
-- than when the link was made. Without a group's end 24 hours after it was made (expires_at), or after the group's start if
-- that is still to come: an invitation for next week has to work next week. Kept by triggers alone. The share lock makes
-- who inserts wait for who is changing the group's times.
alter table guest_links add column ends_at timestamptz;

create function guest_link_end(expires timestamptz, group_starts timestamptz, group_ends timestamptz)
returns timestamptz language sql stable as $$
  select coalesce(group_ends, greatest(expires, group_starts + interval '24 hours'))
$$;
create function set_guest_link_end() returns trigger language plpgsql as $$
declare
  group_starts timestamptz;
  group_ends timestamptz;
begin
  select starts_at, ends_at into group_starts, group_ends from groups where id = new.group_id for share;
  new.ends_at := guest_link_end(new.expires_at, group_starts, group_ends);
  return new;
end $$;
create trigger guest_links_end before insert or update of expires_at on guest_links
  for each row execute function set_guest_link_end();

create function renew_guest_link_ends() returns trigger language plpgsql as $$
begin
  update guest_links set ends_at = guest_link_end(expires_at, new.starts_at, new.ends_at) where group_id = new.id;
  return null;
end $$;
create trigger groups_times_changed after update of starts_at, ends_at on groups
  for each row when ((old.starts_at, old.ends_at) is distinct from (new.starts_at, new.ends_at))
  execute function renew_guest_link_ends();

update guest_links set ends_at = guest_link_end(guest_links.expires_at, g.starts_at, g.ends_at)
  from guest_links own left join groups g on g.id = own.group_id where own.id = guest_links.id;
alter table guest_links alter column ends_at set not null;
create index guest_links_ends on guest_links (ends_at) where revoked_at is null;
create index guest_links_revoked on guest_links (id) where revoked_at is not null;
create index guest_links_direct on guest_links (id) where group_id is null;

-- A mailed link ends with what it is for. And what was mailed to an address says nothing of another one: whoever changes
-- the address must not verify the new one by a link to the old one.
create function remove_links_of_deleted() returns trigger language plpgsql as $$
begin
  delete from one_time_tokens where target = old.id;
  return null;
end $$;
create trigger users_links_removed after delete on users
  for each row execute function remove_links_of_deleted();
create trigger admins_links_removed after delete on admins
  for each row execute function remove_links_of_deleted();
create trigger customers_links_removed after delete on customers
  for each row execute function remove_links_of_deleted();
create trigger pairs_links_removed after delete on pairs
  for each row execute function remove_links_of_deleted();

create function remove_links_of_former_mail() returns trigger language plpgsql as $$
begin
  delete from one_time_tokens where target = new.id and used_at is null;
  return null;
end $$;
create trigger users_mail_changed after update of mail on users
  for each row when (lower(old.mail) is distinct from lower(new.mail)) execute function remove_links_of_former_mail();
create trigger admins_mail_changed after update of mail on admins
  for each row when (lower(old.mail) is distinct from lower(new.mail)) execute function remove_links_of_former_mail();
create trigger customers_mail_changed after update of mail on customers
  for each row when (lower(old.mail) is distinct from lower(new.mail)) execute function remove_links_of_former_mail();

-- Ways to sort, filter and search (0004-append-only-logs.ts).
alter table notifications add column search tsvector generated always as
  (search_vector(title_ja || ' ' || title_en || ' ' || contents_ja || ' ' || contents_en)) stored;
create index notifications_search on notifications using gin (search) with (fastupdate = off);
create index notifications_appears on notifications (appears_at desc, id desc);
create index notifications_to_all on notifications (appears_at desc, id desc)
  where user_id is null and customer_id is null;

alter table recordings add column search tsvector generated always as (search_vector(name)) stored;
create index recordings_search on recordings using gin (search) with (fastupdate = off);
create index recordings_state on recordings (state, started_at desc, id desc);

create index webhook_deliveries_state on webhook_deliveries (state, id);
create index webhook_deliveries_event on webhook_deliveries (event, id);
`.execute(db);
}
