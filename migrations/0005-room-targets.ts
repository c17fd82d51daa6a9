import { type Kysely, sql } from 'kysely';

/**
 * A room is for a group's call or for a 1-to-1 call that has moved to the media node: its lease is kept under the id of
 * whichever it is. A room whose group is deleted is ended by the domain event.
 *
 * Accepted 1-to-1 calls are written down while they last, so that they outlive the server that they were begun on.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
alter table room_leases drop constraint room_leases_group_id_fkey;
alter table room_leases rename column group_id to target_id;

create table live_calls (
  call_id uuid primary key,
  -- The run of a server that owns the call; another one takes it over when the caller comes back there.
  server_id uuid not null,
  -- Who is in it, since when, and whether it has moved (server/src/direct-call/live-calls.ts).
  call jsonb not null,
  -- Renewed while the owner lives.
  seen_at timestamptz not null default now()
);
create index live_calls_seen on live_calls (seen_at);
`.execute(db);
}
