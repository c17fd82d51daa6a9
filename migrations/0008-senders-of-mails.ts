import { type Kysely, sql } from 'kysely';

/** Who invites by a mail hears of it when it cannot be delivered. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
-- A user or a device; null for what the product itself writes.
alter table mails add column sender_id uuid;
create index mails_sender on mails (sender_id, lower(recipient), id desc) where sender_id is not null;
`.execute(db);
}
