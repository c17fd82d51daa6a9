import { type Kysely, sql } from 'kysely';

/** Finds the calls in progress of a customer, for those who manage it, and keeps which media nodes are drained. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
create function live_call_customers(call jsonb) returns uuid[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct (seat -> 'participant' ->> 'customerId')::uuid), '{}')
  from jsonb_array_elements(call -> 'seats') seat
$$;
alter table live_calls
  add column customer_ids uuid[] not null generated always as (live_call_customers(call)) stored;
create index live_calls_customers on live_calls using gin (customer_ids);
create index live_group_calls_customers on live_group_calls using gin (customer_ids);
create index live_group_members_group on live_group_members (group_id, started_at);

-- Media nodes that take no new rooms until an administrator says otherwise, whether they run or not.
create table node_drains (
  node_id uuid primary key,
  drained_at timestamptz not null default now()
);
`.execute(db);
}
