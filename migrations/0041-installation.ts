import { type Kysely, sql } from 'kysely';

/**
 * Which installation the database belongs to, wherever it is restored to: two of them that meet on one bus refuse each other, and a
 * media node removes the recordings of its own alone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
create table installation (
  only_row boolean primary key default true check (only_row),
  id uuid not null default gen_random_uuid()
);
insert into installation default values;
`.execute(db);
}
