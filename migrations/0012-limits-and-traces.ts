import { type Kysely, sql } from 'kysely';

/**
 * What limits on mail are counted by, what the audit trail records of a change, and call histories that outlive the people
 * in them. An older server keeps working on it: columns are added, and constraints only loosened.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
-- The kind of mail, who caused it, and what it invites to: the mails of the last day are counted by these.
alter table mails add column kind text, add column caused_by uuid, add column about text;
create index mails_caused_by on mails (caused_by, created_at) where caused_by is not null;

-- Field → [before, after], or what else belongs to the entry; never a secret.
alter table logs add column details jsonb, add column request_id text;

-- A call stays in the customer's history when one of its people is deleted: the id remains, and leads nowhere.
alter table connections drop constraint connections_user_id_fkey, drop constraint connections_device_id_fkey;

-- The other side's rows keep the id, by which statistics count, and lose the name.
create function forget_peer_name() returns trigger language plpgsql as $$
declare
  forgotten text := case tg_table_name when 'users' then 'deleted user' else 'deleted device' end;
begin
  update connections set peer_name = forgotten where peer_id = old.id;
  update connection_peer_days set peer_name = forgotten where peer_id = old.id;
  return null;
end $$;
create trigger users_forgotten after delete on users for each row execute function forget_peer_name();
create trigger devices_forgotten after delete on devices for each row execute function forget_peer_name();
`.execute(db);
}

export const indexes = {
  connections_peer: 'on connections (peer_id)',
  connection_peer_days_peer: 'on connection_peer_days (peer_id)',
};
