import { type Kysely, sql } from 'kysely';

/** Who may join the call of a group while it lasts, without being a member of the group. An older server does not let them in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
create table call_additions (
  group_id uuid not null references groups on delete cascade,
  -- With the owner of the group on one side.
  pair_id uuid not null references pairs on delete cascade,
  added_at timestamptz not null default now(),
  primary key (group_id, pair_id)
)`.execute(db);
}

export const indexes = {
  call_additions_pair: 'on call_additions (pair_id)',
};
