import { type Kysely, sql } from 'kysely';

/**
 * Which servers live, by the database's own clock: what a server that is gone had can be taken over, and is recorded, by
 * another one. Members of group calls stand here while they are in the call; their rows in `connections` are written from
 * these, once, whoever ends them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
create table server_heartbeats (
  server_id uuid primary key,
  seen_at timestamptz not null default now(),
  -- It has ended in order, and left what it had.
  closed boolean not null default false
);

create table live_group_members (
  id uuid primary key,
  server_id uuid not null,
  call_id uuid not null,
  group_id uuid not null,
  group_name text not null,
  customer_id uuid not null,
  user_id uuid,
  device_id uuid,
  started_at timestamptz not null default now(),
  -- Where its media is now: the node is asked what it measured.
  node_id uuid not null,
  room_id uuid not null,
  member_id uuid not null,
  -- Of rooms that the member was in before.
  bytes bigint,
  relayed boolean,
  check (num_nonnulls(user_id, device_id) = 1)
);
create index live_group_members_server on live_group_members (server_id);
`.execute(db);
}
