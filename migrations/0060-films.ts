import { type Kysely, sql } from 'kysely';

/**
 * One file of a whole recording, made on request by a media node, one for each format. `section_id` names the folder, among the recording's
 * sections, in which it lies.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
create table recording_films (
  id uuid primary key default uuidv7(),
  recording_id uuid not null references recordings on delete cascade,
  format text not null check (format in ('grid', 'speaker', 'sound')),
  state text not null default 'waiting' check (state in ('waiting', 'composing', 'ready', 'failed')),
  -- Share that is done.
  progress real not null default 0 check (progress between 0 and 1),
  fault text,
  -- Null until a node makes it.
  node_id uuid,
  section_id uuid,
  created_at timestamptz not null default now(),
  -- When its node was heard of it last.
  changed_at timestamptz not null default now(),
  -- Null until it is ready.
  media_type text,
  bytes bigint check (bytes >= 0),
  duration_ms integer check (duration_ms >= 0),
  sha256 text,
  unique (recording_id, format)
);
create index recording_films_unfinished on recording_films (changed_at) where state in ('waiting', 'composing');
`.execute(db);
}
