import { type Kysely, sql } from 'kysely';

/** The film that is made of each recording of a customer by itself. Null: none, until somebody asks for one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
alter table customers add column recording_film text check (recording_film in ('grid', 'speaker', 'sound'));
`.execute(db);
}
