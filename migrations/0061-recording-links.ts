import { type Kysely, sql } from 'kysely';

/** Share links of recordings. A link permits its holder to watch and download one recording until the link ends or is deleted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
create table recording_links (
  id uuid primary key default uuidv7(),
  recording_id uuid not null references recordings on delete cascade,
  token_hash bytea not null unique,
  -- Null: no password is asked for.
  password_hash text,
  created_at timestamptz not null default now(),
  ends_at timestamptz not null,
  -- When it was opened last.
  opened_at timestamptz
);
create index recording_links_recording on recording_links (recording_id);
`.execute(db);
}
