import { type Kysely, sql } from 'kysely';

/**
 * The file name of an import, whether it ran, and what its rows change. An older server leaves all of them null: its imports show
 * no file name and no changes, and cannot be continued after they were cancelled.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
alter table tasks
  add column file_name text,
  -- When an import was told to run; null before.
  add column run_at timestamptz;
-- Fields of the item before and after, of an import's row that changes one.
alter table task_rows add column changes jsonb;
`.execute(db);
}
