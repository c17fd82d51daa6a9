import { type Kysely, sql } from 'kysely';

/** What the lists of the management console show, filter and sort by. An older server keeps working on it: it only adds. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
-- When a user without a password was last sent the link that sets the first one; null once there is a password.
alter table users add column invited_at timestamptz;

-- When a device was last there; written once a minute at most, and when it goes (server/src/signal/device-sightings.ts). No
-- index: a device that is there would move in it each minute.
alter table devices add column last_seen_at timestamptz;

-- What the owner of a pair reads of the other side, to sort by: the printed serial number, or the mail address. Kept by
-- triggers, along with the text that it is found by.
alter table pairs add column label text not null default '';
create function set_pair_label() returns trigger language plpgsql as $$
begin
  new.label := coalesce(new.asked_printed,
    (select serial_printed from devices where id = new.target_device_id),
    (select mail from users where id = new.target_user_id), '');
  return new;
end $$;
update pairs set label = coalesce(asked_printed,
  (select serial_printed from devices where id = target_device_id),
  (select mail from users where id = target_user_id), '');
-- As for the text that it is found by, a change of the other side updates the name (0013-guests-and-requests.ts).
create trigger pairs_label before insert or update of name on pairs
  for each row execute function set_pair_label();
create index pairs_label on pairs (label, id);
create index users_created on users (created_at, id);
create index pairs_created on pairs (created_at, id);
`.execute(db);
}

/** The last two search the log by who did something, to whom it was done, and from where. */
export const indexes = {
  connections_end_reason: 'on connections (end_reason, started_at desc, id desc)',
  connections_relayed: 'on connections (relayed, started_at desc, id desc) where relayed is not null',
  logs_address: 'on logs (address text_pattern_ops) where address is not null',
  logs_account: "on logs (lower(details->>'account') text_pattern_ops) where details->>'account' is not null",
};
