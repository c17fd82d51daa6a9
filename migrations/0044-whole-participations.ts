import { type Kysely, sql } from 'kysely';

/**
 * What a participation in a group call needs to stay one over the deaths of servers: another server continues it, or writes down
 * all of it. An older server keeps working on it: it only adds.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
alter table live_group_members
  -- The last member whose bytes are in the row. Its node answers them more than once.
  add column counted_member_id uuid,
  -- What 'experience' is the sum of: the page that reports now, and those before it.
  add column experience_pages jsonb;

-- As for members. Null where an older server has written the row, which counts the guest itself.
alter table live_group_guests
  add column call_id uuid,
  add column customer_id uuid,
  add column person_id uuid,
  add column started_at timestamptz,
  add column node_id uuid,
  add column room_id uuid,
  add column member_id uuid;
create index live_group_guests_server on live_group_guests (server_id);
`.execute(db);
}
