import { type Kysely, sql } from 'kysely';

/**
 * When who was in a recorded call, was seen and spoke: arrays of from and to, in ms from the start of the recording. Null where
 * it is not known: older servers and media nodes do not write it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
alter table recording_files
  add column present jsonb,
  add column shown jsonb,
  add column spoken jsonb;
`.execute(db);
}
