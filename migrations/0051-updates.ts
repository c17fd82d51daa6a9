import { type Kysely, sql } from 'kysely';

/**
 * When rows were last written, for those who keep a copy of a list up to date. Of rows from before it is the moment of the update. An older
 * server keeps working on it: it only adds, and changes a default.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
-- The same moment for all rows that are there, which writes none of them anew; of others the one at which they are written, not
-- that of the beginning of the transaction: the settled part of a list depends on it (server/src/db/settled.ts).
alter table users add column updated_at timestamptz not null default now();
alter table devices add column updated_at timestamptz not null default now();
alter table notifications add column updated_at timestamptz not null default now();
alter table connections add column updated_at timestamptz not null default now();
alter table users alter column updated_at set default clock_timestamp();
alter table devices alter column updated_at set default clock_timestamp();
alter table notifications alter column updated_at set default clock_timestamp();
alter table connections alter column updated_at set default clock_timestamp();
alter table logs alter column at set default clock_timestamp();

create function set_updated_at() returns trigger language plpgsql as $$
begin
  new.updated_at := clock_timestamp();
  return new;
end $$;
-- Only what lists show: neither passwords and secrets, nor when a device was last there.
create trigger users_updated
  before update of mail, nickname, state, is_manager, lang, customer_id, terms_agreed_at, invited_at on users
  for each row execute function set_updated_at();
create trigger devices_updated
  before update of serial, serial_printed, name, state, answers_by_itself, customer_id on devices
  for each row execute function set_updated_at();
create trigger notifications_updated before update on notifications for each row execute function set_updated_at();
create trigger connections_updated before update on connections for each row execute function set_updated_at();
`.execute(db);
}

/** By which lists are kept up to date. */
export const indexes = {
  users_updated: 'on users (updated_at, id)',
  devices_updated: 'on devices (updated_at, id)',
  notifications_updated: 'on notifications (greatest(updated_at, appears_at), id)',
  connections_updated: 'on connections (updated_at, id)',
};
