import { type Kysely, sql } from 'kysely';

/** Long actions with a result for each row, imports among them, and what signed addresses of exports stand for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
create table tasks (
  id uuid primary key default uuidv7(),
  owner_kind text not null check (owner_kind in ('user', 'admin')),
  owner_id uuid not null,
  -- Of the owner when the task was asked for; admins have none.
  customer_id uuid,
  -- The sign-in as which the rows are worked on: none is once it has ended.
  family_id uuid not null,
  address text not null,
  request_id text not null,
  lang text not null check (lang in ('ja', 'en')),
  resource text not null,
  action text not null,
  body jsonb,
  query text,
  idempotency_key text,
  request_hash bytea not null,
  state text not null check (state in ('loading', 'checking', 'checked', 'running', 'finished', 'cancelled')),
  -- Rows in all, and in each state that a row does not leave by itself; counted in the transaction that moves the row.
  total integer not null default 0,
  done integer not null default 0,
  unchanged integer not null default 0,
  failed integer not null default 0,
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  -- When a server last worked on it: where that is long ago, the server has died.
  worked_at timestamptz not null default now(),
  finished_at timestamptz,
  unique (owner_kind, owner_id, idempotency_key)
);
create index tasks_owner on tasks (owner_id, id);
create index tasks_open on tasks (state) where state in ('checking', 'running');

create table task_rows (
  id uuid primary key default uuidv7(),
  task_id uuid not null references tasks on delete cascade,
  -- From 1, in the order in which they are worked on.
  number integer not null,
  -- Whom or what the row is about; null until an import has made it.
  subject_id uuid,
  -- What an import brings.
  body jsonb,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'unchanged', 'failed', 'cancelled')),
  -- What running an import's row would do.
  outcome text check (outcome in ('add', 'change', 'same', 'error')),
  code text,
  violations jsonb,
  attempts smallint not null default 0,
  unique (task_id, number)
);
create index task_rows_state on task_rows (task_id, state, number);

create table exports (
  id uuid primary key default uuidv7(),
  owner_kind text not null check (owner_kind in ('user', 'admin')),
  owner_id uuid not null,
  customer_id uuid,
  -- Whose managers read of it in the log.
  logged_customer_id uuid,
  family_id uuid not null,
  resource text not null,
  query text not null,
  columns jsonb not null,
  time_zone text not null,
  lang text not null check (lang in ('ja', 'en')),
  request_id text not null,
  expires_at timestamptz not null
);
create index exports_expires on exports (expires_at);
`.execute(db);
}
