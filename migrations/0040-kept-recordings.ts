import { type Kysely, sql } from 'kysely';

/**
 * Which recordings were deleted, so that files are removed because someone has deleted them, and never because a row is missing: the
 * database may be an older one that was restored. Which ones someone has stopped whose node could not be asked.
 *
 * An older server keeps working on it: it only adds.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
create table removed_recordings (
  id uuid primary key,
  removed_at timestamptz not null default now()
);
create index removed_recordings_time on removed_recordings (removed_at);

create function note_removed_recordings() returns trigger language plpgsql as $$
begin
  insert into removed_recordings (id) select id from removed on conflict do nothing;
  return null;
end
$$;
create trigger note_removed after delete on recordings
  referencing old table as removed for each statement execute function note_removed_recordings();

alter table recordings add column stop_requested boolean not null default false;
`.execute(db);
}
