import { type Kysely, sql } from 'kysely';

/** Finds entries of the audit log by the names that they recorded, and counts guests in calls. An older server keeps working on it: it only adds. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
-- An object that is deleted, or someone who is, has no other name than the one in the entry.
alter table logs add column search tsvector generated always as (search_vector(nullif(
  coalesce(details->>'objectName', '') || ' ' || coalesce(details->>'actorName', ''), ' '))) stored;

-- Guests have no history: who of them is in the call of a group, until they leave it or their server is gone.
create table live_group_guests (
  id uuid primary key,
  group_id uuid not null,
  server_id uuid not null
);
create index live_group_guests_group on live_group_guests (group_id);
`.execute(db);
}

export const indexes = {
  logs_search: 'on logs using gin (search) where search is not null',
};
