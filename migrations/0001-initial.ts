import { type Kysely, sql } from 'kysely';

/**
 * Everything that calls and their management need. Conventions: ids are UUIDv7 made by the application or the default;
 * `revision` grows with each change and is the ETag; times are timestamptz; deleting an owner deletes what it owns.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
create table customers (
  id uuid primary key default uuidv7(),
  name text not null,
  mail text,
  state text not null default 'UNVERIFIED' check (state in ('UNVERIFIED', 'VERIFIED')),
  time_zone text not null default 'Asia/Tokyo',
  is_default boolean not null default false,
  revision integer not null default 1,
  created_at timestamptz not null default now()
);
create unique index customers_one_default on customers (is_default) where is_default;

create table users (
  id uuid primary key default uuidv7(),
  mail text not null,
  mail_key text generated always as (lower(mail)) stored,
  nickname text not null default '',
  password_hash text not null,
  state text not null default 'UNVERIFIED' check (state in ('UNVERIFIED', 'VERIFIED')),
  is_manager boolean not null default false,
  lang text not null default 'ja' check (lang in ('ja', 'en')),
  customer_id uuid not null references customers,
  revision integer not null default 1,
  created_at timestamptz not null default now()
);
create unique index users_mail_key on users (mail_key);
create index users_customer on users (customer_id, id);

create table admins (
  id uuid primary key default uuidv7(),
  mail text not null,
  mail_key text generated always as (lower(mail)) stored,
  password_hash text not null,
  state text not null default 'UNVERIFIED' check (state in ('UNVERIFIED', 'VERIFIED')),
  revision integer not null default 1,
  created_at timestamptz not null default now()
);
create unique index admins_mail_key on admins (mail_key);

create table customer_managers (
  customer_id uuid not null references customers on delete cascade,
  user_id uuid not null references users on delete cascade,
  primary key (customer_id, user_id)
);
create index customer_managers_user on customer_managers (user_id);

create table devices (
  id uuid primary key default uuidv7(),
  serial text not null unique,
  serial_printed text not null,
  name text not null default '',
  state text not null default 'ENABLED' check (state in ('ENABLED', 'DISABLED')),
  secret_hash text not null,
  answers_by_itself boolean not null default false,
  customer_id uuid not null references customers,
  registered timestamptz not null default now(),
  revision integer not null default 1
);
create index devices_customer on devices (customer_id, id);
create index devices_registered on devices (customer_id, registered);

create table pairs (
  id uuid primary key default uuidv7(),
  owner_user_id uuid references users on delete cascade,
  owner_device_id uuid references devices on delete cascade,
  target_user_id uuid references users on delete cascade,
  target_device_id uuid references devices on delete cascade,
  name text not null default '',
  state text not null default 'INVITED' check (state in ('INVITED', 'VERIFIED')),
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  check (num_nonnulls(owner_user_id, owner_device_id) = 1),
  check (num_nonnulls(target_user_id, target_device_id) = 1),
  check (owner_user_id is distinct from target_user_id or owner_user_id is null),
  check (owner_device_id is distinct from target_device_id or owner_device_id is null)
);
create unique index pairs_once on pairs (owner_user_id, owner_device_id, target_user_id, target_device_id) nulls not distinct;
create index pairs_owner_user on pairs (owner_user_id, id);
create index pairs_owner_device on pairs (owner_device_id, id);
create index pairs_target_user on pairs (target_user_id, id);
create index pairs_target_device on pairs (target_device_id, id);

create table groups (
  id uuid primary key default uuidv7(),
  name text not null,
  owner_user_id uuid references users on delete cascade,
  owner_device_id uuid references devices on delete cascade,
  starts_at timestamptz,
  ends_at timestamptz,
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  check (num_nonnulls(owner_user_id, owner_device_id) = 1),
  check (ends_at > starts_at)
);
create index groups_owner_user on groups (owner_user_id, id);
create index groups_owner_device on groups (owner_device_id, id);

-- A member is the other side of one of the owner's pairs.
create table group_members (
  group_id uuid not null references groups on delete cascade,
  pair_id uuid not null references pairs on delete cascade,
  primary key (group_id, pair_id)
);
create index group_members_pair on group_members (pair_id);

create table group_guests (
  group_id uuid not null references groups on delete cascade,
  mail text not null,
  primary key (group_id, mail)
);

create table guest_links (
  id uuid primary key default uuidv7(),
  group_id uuid references groups on delete cascade,
  pair_owner_user_id uuid references users on delete cascade,
  mail text,
  token_hash bytea not null unique,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  created_at timestamptz not null default now(),
  check (num_nonnulls(group_id, pair_owner_user_id) = 1)
);
create index guest_links_group on guest_links (group_id);

create table services (
  id uuid primary key default uuidv7(),
  name text not null unique check (name in ('service_video_chat', 'service_group_chat')),
  state text not null default 'ENABLED' check (state in ('ENABLED', 'DISABLED')),
  revision integer not null default 1
);

create table features (
  id uuid primary key default uuidv7(),
  customer_id uuid not null references customers on delete cascade,
  service text not null check (service in ('service_video_chat', 'service_group_chat')),
  enabled boolean not null default false,
  recording boolean not null default false,
  share_camera boolean not null default false,
  share_screen boolean not null default false,
  share_playback boolean not null default false,
  revision integer not null default 1,
  unique (customer_id, service)
);

create table settings (
  id uuid primary key default uuidv7(),
  user_id uuid not null unique references users on delete cascade,
  video_bandwidth integer not null default 200 check (video_bandwidth in (150, 200, 300, 500, 800, 1000)),
  video_codec text not null default 'VP8' check (video_codec in ('H264', 'VP8', 'VP9')),
  audio_bandwidth integer not null default 16 check (audio_bandwidth in (8, 16, 32, 64, 128)),
  audio_codec text check (audio_codec in ('opus', 'ISAC', 'G722', 'PCMU', 'PCMA')),
  agc boolean,
  echo_cancellation boolean,
  noise_suppression boolean,
  revision integer not null default 1
);

-- The call log: one row a participant's view of a call, so that each reads its own history.
create table connections (
  id uuid primary key default uuidv7(),
  kind text not null check (kind in ('direct', 'group')),
  -- The call (direct) or room (group) that the row belongs to.
  call_id uuid not null,
  customer_id uuid not null references customers,
  user_id uuid references users on delete cascade,
  device_id uuid references devices on delete cascade,
  -- Who the call was with: a user's or device's id, or the group's.
  peer_id uuid not null,
  peer_name text not null default '',
  outgoing boolean not null default false,
  started_at timestamptz not null,
  ended_at timestamptz not null,
  duration_s integer not null check (duration_s >= 0),
  end_reason text not null,
  bytes bigint,
  relayed boolean,
  -- What only the participant's client knows (POST /connections).
  reported_duration_s integer check (reported_duration_s >= 0),
  quality real check (quality between 0 and 10),
  check (num_nonnulls(user_id, device_id) = 1),
  check (ended_at >= started_at)
);
create unique index connections_once on connections (call_id, user_id, device_id, started_at) nulls not distinct;
create index connections_user on connections (user_id, started_at desc);
create index connections_device on connections (device_id, started_at desc);
create index connections_customer on connections (customer_id, started_at desc);

create table notifications (
  id uuid primary key default uuidv7(),
  -- The audience: one user, or a customer's users, or (both null) everybody.
  user_id uuid references users on delete cascade,
  customer_id uuid references customers on delete cascade,
  appears_at timestamptz not null default now(),
  title_ja text not null,
  title_en text not null,
  contents_ja text not null default '',
  contents_en text not null default '',
  revision integer not null default 1,
  check (num_nonnulls(user_id, customer_id) <= 1)
);
create index notifications_user on notifications (user_id, appears_at desc);
create index notifications_customer on notifications (customer_id, appears_at desc);

create table notification_reads (
  user_id uuid not null references users on delete cascade,
  notification_id uuid not null references notifications on delete cascade,
  read_at timestamptz not null default now(),
  primary key (user_id, notification_id)
);

-- The audit trail. Append only: see the rule below.
create table logs (
  id uuid primary key default uuidv7(),
  at timestamptz not null default now(),
  actor_kind text not null,
  actor_id uuid,
  action text not null,
  resource text not null,
  resource_id uuid,
  customer_id uuid,
  address text
);
create index logs_at on logs (at desc);
create index logs_customer on logs (customer_id, at desc);
create rule logs_no_update as on update to logs do instead nothing;

create table refresh_tokens (
  id uuid primary key default uuidv7(),
  -- All tokens that descend from one sign-in; using an old one again ends the whole family.
  family_id uuid not null,
  -- The token that this one was given for; null at a sign-in.
  parent_id uuid references refresh_tokens on delete set null,
  principal_kind text not null check (principal_kind in ('user', 'admin', 'device')),
  principal_id uuid not null,
  token_hash bytea not null unique,
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null default now()
);
create index refresh_tokens_family on refresh_tokens (family_id);
create index refresh_tokens_parent on refresh_tokens (parent_id);
create index refresh_tokens_principal on refresh_tokens (principal_kind, principal_id);
create index refresh_tokens_expires on refresh_tokens (expires_at);

-- Mailed links: verification, reset, approval. The token itself is never stored.
create table one_time_tokens (
  id uuid primary key default uuidv7(),
  purpose text not null check (purpose in ('verify-user', 'verify-admin', 'verify-customer', 'reset-user', 'reset-manager', 'reset-admin', 'approve-pair')),
  target uuid not null,
  token_hash bytea not null unique,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
create index one_time_tokens_target on one_time_tokens (target, purpose);

-- Outgoing mail, written in the transaction that causes it. What has sent_at or sending_at is never handed over again:
-- a row that keeps sending_at alone is in doubt (the server died, or the line broke before the answer).
create table mails (
  id uuid primary key default uuidv7(),
  recipient text not null,
  subject text not null,
  text text not null,
  html text not null,
  created_at timestamptz not null default now(),
  sending_at timestamptz,
  sent_at timestamptz,
  -- Given up: refused for good, or after the last attempt.
  failed_at timestamptz
);
create index mails_created on mails (created_at);
create index mails_recipient on mails (lower(recipient), id desc);

-- Attempts counted by address and by account, shared by all servers. Lost in a crash, which does no harm.
create unlogged table rate_limits (
  -- SHA-256 of what is limited: no address and no mail address stands here.
  key bytea primary key,
  count integer not null,
  window_ends_at timestamptz not null
);

create table media_nodes (
  id uuid primary key,
  started_at timestamptz not null,
  heartbeat_at timestamptz not null,
  draining boolean not null,
  load real not null,
  rooms integer not null
);

-- Which node has a group's live room. The fence grows with each new lease, so that a node that was believed dead cannot
-- go on with a room that has been given to another.
create table room_leases (
  group_id uuid primary key references groups on delete cascade,
  room_id uuid not null unique,
  node_id uuid not null,
  fence bigint not null default 1,
  created_at timestamptz not null default now()
);
create sequence room_fence;

insert into customers (name, is_default, state) values ('default', true, 'VERIFIED');
insert into features (customer_id, service) select id, s from customers, unnest(array['service_video_chat', 'service_group_chat']) s;
insert into services (name) values ('service_video_chat'), ('service_group_chat');
`.execute(db);
}
