import { type Kysely, sql } from 'kysely';

/** Limits and removals of guests, and requests to devices that show only what the asker typed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
alter table guest_links add column max_guests integer not null default 20 check (max_guests > 0);

-- Outlives the room, which may move or fail.
create table guest_removals (
  link_id uuid not null references guest_links on delete cascade,
  -- The guest's party id.
  person_id uuid not null,
  -- A hash of the link and the network address: nobody new comes in from there.
  network text not null,
  removed_at timestamptz not null default now(),
  primary key (link_id, person_id)
);

alter table pairs
  -- What the owner typed; the long form only where that was typed.
  add column asked_long text,
  add column asked_printed text,
  -- No device has the number. The target columns then repeat the owner, so that a server that does not know this column
  -- reads a pair that nobody can use.
  add column unmatched boolean not null default false;
update pairs set asked_long = d.serial, asked_printed = d.serial_printed
  from devices d where d.id = pairs.target_device_id and pairs.state = 'INVITED';
alter table pairs drop constraint pairs_check2, drop constraint pairs_check3;
alter table pairs
  add check (unmatched or owner_user_id is distinct from target_user_id or owner_user_id is null),
  add check (unmatched or owner_device_id is distinct from target_device_id or owner_device_id is null);
drop index pairs_once;
create unique index pairs_once on pairs
  (owner_user_id, owner_device_id, target_user_id, target_device_id, (case when unmatched then asked_printed end))
  nulls not distinct;

-- Until the other side has approved, the owner finds a pair by nothing but what the owner typed.
create or replace function set_pair_search_text() returns trigger language plpgsql as $$
begin
  new.search_text := case
    when new.state = 'VERIFIED' then pair_search_text(new.name, new.target_user_id, new.target_device_id)
    else concat_ws(' ', new.name, new.asked_long, coalesce(
      new.asked_printed,
      (select mail from users where id = new.target_user_id),
      (select serial_printed from devices where id = new.target_device_id)))
    end;
  return new;
end $$;
drop trigger pairs_search_text on pairs;
create trigger pairs_search_text before insert or update of name, state on pairs
  for each row execute function set_pair_search_text();
create or replace function renew_pair_search_texts() returns trigger language plpgsql as $$
begin
  -- Fires the trigger above.
  if tg_table_name = 'users' then
    update pairs set name = name where target_user_id = new.id;
  else
    update pairs set name = name where target_device_id = new.id;
  end if;
  return null;
end $$;
update pairs set name = name where state = 'INVITED';
`.execute(db);
}
