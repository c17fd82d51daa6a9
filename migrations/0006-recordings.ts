import { type Kysely, sql } from 'kysely';

/**
 * Recordings that media nodes make, and their files, which lie on the disks of the nodes. A row that goes takes its files
 * with it: whoever deletes it tells the node, and a folder that has no row is swept up later.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
create table recordings (
  id uuid primary key default uuidv7(),
  customer_id uuid not null references customers on delete cascade,
  -- Whose it is: the owner of the group, or who has recorded a call without a group.
  user_id uuid references users on delete cascade,
  device_id uuid references devices on delete cascade,
  group_id uuid references groups on delete set null,
  -- The group as it was called then; who else was in a call without a group.
  name text not null,
  room_id uuid not null,
  node_id uuid not null,
  state text not null default 'starting'
    check (state in ('starting', 'recording', 'finishing', 'ready', 'interrupted', 'failed')),
  fault text,
  started_by text not null,
  started_at timestamptz not null default now(),
  ended_at timestamptz,
  duration_ms integer check (duration_ms >= 0),
  bytes bigint check (bytes >= 0),
  -- The node that has the files was gone when the recording ended: they may still turn up.
  files_missing boolean not null default false,
  created_at timestamptz not null default now(),
  revision integer not null default 1,
  check (num_nonnulls(user_id, device_id) = 1)
);
-- One at a time in a room, whichever server is asked.
create unique index recordings_live on recordings (room_id) where state in ('starting', 'recording');
create index recordings_unsettled on recordings (created_at)
  where state in ('starting', 'recording', 'finishing') or files_missing;
create index recordings_user on recordings (user_id, started_at desc);
create index recordings_device on recordings (device_id, started_at desc);
create index recordings_customer on recordings (customer_id, started_at desc);
create index recordings_group on recordings (group_id);
create index recordings_started on recordings (started_at desc);

create table recording_files (
  id uuid primary key,
  recording_id uuid not null references recordings on delete cascade,
  party_kind text not null check (party_kind in ('user', 'device', 'guest')),
  party_id uuid not null,
  party_name text not null,
  source text not null check (source in ('camera', 'screen', 'playback')),
  media_type text not null,
  video_codec text,
  audio_codec text,
  started_at timestamptz not null,
  offset_ms integer not null check (offset_ms >= 0),
  duration_ms integer not null check (duration_ms >= 0),
  bytes bigint not null check (bytes >= 0),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$')
);
create index recording_files_recording on recording_files (recording_id, offset_ms);
`.execute(db);
}
