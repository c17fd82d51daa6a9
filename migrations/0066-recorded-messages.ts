import { type Kysely, sql } from 'kysely';

/** Chat messages that were written while a call was recorded. They are shown beside its pictures, and go with it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
create table recording_messages (
  id uuid primary key,
  recording_id uuid not null references recordings on delete cascade,
  party_kind text not null check (party_kind in ('user', 'device', 'guest')),
  party_id uuid not null,
  party_name text not null,
  text text not null,
  said_at timestamptz not null
);
create index recording_messages_order on recording_messages (recording_id, said_at, id);
create index recording_messages_party on recording_messages (party_id);
`.execute(db);
}
