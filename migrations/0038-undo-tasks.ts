import { type Kysely, sql } from 'kysely';

/** Undoes what a task has changed. An older server keeps working on it: it only adds. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
-- Merge patches: what brings back what the row has changed of its item, and what a row that undoes another one changes.
alter table task_rows
  add column before jsonb,
  add column patch jsonb;
create index task_rows_before on task_rows (task_id) where before is not null;

-- Of a task that undoes another one, whose changes stand in \`body\`.
alter table tasks add column undoes uuid;
create unique index tasks_undoes on tasks (undoes) where undoes is not null;
`.execute(db);
}
