import { type Kysely, sql } from 'kysely';

/** Says of an import's row where it stands in its file. An older server leaves it out, which is allowed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table task_rows add column line integer`.execute(db);
}
