import { type Kysely, sql } from 'kysely';

/** How much room the recordings of a customer may take, in GB of 10⁹ bytes. Null: as much as there is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
alter table customers add column recording_quota_gb integer check (recording_quota_gb between 0 and 1000000);
`.execute(db);
}
