import { type Kysely, sql } from 'kysely';

export const indexes = {
  recordings_live_target: "on recordings (target_id) where state in ('starting', 'recording')",
};

/**
 * A recording that goes on after its room was lost has several sections, each made by one media node, which knows it by the section's
 * id; the first one has the id of the recording. A server of the version before keeps working: its recordings get their section by a
 * trigger, and it leaves the later sections to other servers.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
alter table recordings
  -- Whose call it is of: a group, or a 1-to-1 call. Null for those of earlier versions, which are not continued.
  add column target_id uuid,
  -- The section that is being made, or was made last; null: the first one.
  add column section_id uuid,
  -- Since when its room is lost; it goes on when someone is in the next one.
  add column waits_since timestamptz;

create table recording_sections (
  id uuid primary key default uuidv7(),
  recording_id uuid not null references recordings on delete cascade,
  node_id uuid not null,
  -- missing: its node was gone before it had said what it has. The files may still turn up.
  state text not null default 'open' check (state in ('open', 'settled', 'missing')),
  created_at timestamptz not null default now(),
  begun_at timestamptz,
  -- From the beginning of the recording to its own.
  offset_ms integer not null default 0 check (offset_ms >= 0),
  -- As its node told them when it was settled.
  outcome text check (outcome in ('ready', 'interrupted', 'failed')),
  fault text,
  started_at timestamptz,
  ended_at timestamptz,
  duration_ms integer check (duration_ms >= 0)
);
create index recording_sections_recording on recording_sections (recording_id);
create index recording_sections_unsettled on recording_sections (created_at) where state <> 'settled';

-- Null: the first.
alter table recording_files add column section_id uuid;

create function begin_recording_section() returns trigger language plpgsql as $$
begin
  insert into recording_sections (id, recording_id, node_id, state)
  values (new.id, new.id, new.node_id,
    case when new.files_missing then 'missing'
      when new.state in ('ready', 'interrupted', 'failed') then 'settled' else 'open' end);
  return null;
end
$$;
create trigger begin_section after insert on recordings
  for each row execute function begin_recording_section();

create trigger note_removed after delete on recording_sections
  referencing old table as removed for each statement execute function note_removed_recordings();

insert into recording_sections (id, recording_id, node_id, state)
select id, id, node_id, case when files_missing then 'missing' else 'open' end from recordings
where files_missing or state in ('starting', 'recording', 'finishing');
`.execute(db);
}
