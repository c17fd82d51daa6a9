import { type Kysely, sql } from 'kysely';

/** Remembers what a local installation was given once, so that renaming or deleting it never brings it back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
create table seeds (
  name text primary key,
  made_at timestamptz not null default now()
);
`.execute(db);
}
