import { type Kysely, sql } from 'kysely';

/** Invitations of an import go out day by day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
-- Set together, of a mail that waits for its turn among those of a customer: which task has caused it, and when it may go out.
alter table mails
  add column paced_by uuid,
  add column task_id uuid,
  add column due_at timestamptz;
create index mails_paced on mails (paced_by, due_at) where paced_by is not null;
create index mails_paced_cause on mails (caused_by, due_at) where paced_by is not null;
create index mails_task on mails (task_id) where task_id is not null;
`.execute(db);
}
