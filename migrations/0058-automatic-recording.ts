import { type Kysely, sql } from 'kysely';

/** Groups whose calls are recorded on the server from their beginning. Older servers leave it false. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table groups add column auto_record boolean not null default false`.execute(db);
}
