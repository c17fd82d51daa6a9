import { type Kysely, sql } from 'kysely';

/** Guest links as a resource of their owners and managers, webhooks, and when a user agreed to the terms. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
-- Whose a link is, on the row itself: what lists are narrowed by. Set and moved along by triggers alone, as with groups
-- and pairs (0002-lists-and-statistics.ts).
alter table guest_links
  add column revision integer not null default 1,
  add column owner_user_id uuid references users on delete cascade,
  add column owner_device_id uuid references devices on delete cascade,
  add column customer_id uuid references customers;

create function set_guest_link_owner() returns trigger language plpgsql as $$
begin
  if new.group_id is not null then
    select owner_user_id, owner_device_id, customer_id
      into new.owner_user_id, new.owner_device_id, new.customer_id
      from groups where id = new.group_id for share;
  else
    new.owner_user_id := new.pair_owner_user_id;
    new.owner_device_id := null;
    new.customer_id := customer_of_owner(new.pair_owner_user_id, null);
  end if;
  return new;
end $$;
create trigger guest_links_owner before insert on guest_links for each row execute function set_guest_link_owner();

create function move_guest_links() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'users' then
    update guest_links set customer_id = new.customer_id where pair_owner_user_id = new.id;
  else
    update guest_links set customer_id = new.customer_id where group_id = new.id;
  end if;
  return null;
end $$;
create trigger users_guest_links_moved after update of customer_id on users
  for each row when (old.customer_id is distinct from new.customer_id) execute function move_guest_links();
create trigger groups_guest_links_moved after update of customer_id on groups
  for each row when (old.customer_id is distinct from new.customer_id) execute function move_guest_links();

update guest_links set
  owner_user_id = coalesce(guest_links.pair_owner_user_id, g.owner_user_id),
  owner_device_id = g.owner_device_id,
  customer_id = coalesce(g.customer_id, u.customer_id)
from guest_links own
left join groups g on g.id = own.group_id
left join users u on u.id = own.pair_owner_user_id
where own.id = guest_links.id;
alter table guest_links alter column customer_id set not null;
create index guest_links_owner_user on guest_links (owner_user_id, id);
create index guest_links_owner_device on guest_links (owner_device_id, id);
create index guest_links_customer on guest_links (customer_id, id);
create index guest_links_expires on guest_links (expires_at);

alter table users add column terms_agreed_at timestamptz;

-- Where an operator's own system hears of what happened.
create table webhooks (
  id uuid primary key default uuidv7(),
  customer_id uuid not null references customers on delete cascade,
  name text not null default '',
  url text not null,
  events text[] not null,
  enabled boolean not null default true,
  -- Signs deliveries: has to be known in plain (Standard Webhooks).
  secret bytea not null,
  -- Signs along with it until then, so that a receiver can change over.
  previous_secret bytea,
  previous_secret_until timestamptz,
  -- The first failure since the last success; null: it works.
  failing_since timestamptz,
  revision integer not null default 1,
  created_at timestamptz not null default now()
);
create index webhooks_customer on webhooks (customer_id, id);

create table webhook_deliveries (
  id uuid primary key default uuidv7(),
  webhook_id uuid not null references webhooks on delete cascade,
  customer_id uuid not null references customers on delete cascade,
  event text not null,
  -- What the event is about: queued once for it, however many servers hear of it.
  subject text not null,
  -- As it is sent, to the byte.
  payload text not null,
  state text not null default 'PENDING' check (state in ('PENDING', 'DELIVERED', 'FAILED')),
  attempts integer not null default 0,
  last_status integer,
  last_error text,
  last_attempt_at timestamptz,
  next_attempt_at timestamptz default now(),
  -- An attempt is being made since; left behind by a server that died.
  sending_at timestamptz,
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  unique (webhook_id, event, subject)
);
create index webhook_deliveries_webhook on webhook_deliveries (webhook_id, id);
create index webhook_deliveries_customer on webhook_deliveries (customer_id, id);
create index webhook_deliveries_failed on webhook_deliveries (customer_id, id) where state = 'FAILED';
create index webhook_deliveries_waiting on webhook_deliveries (next_attempt_at) where state = 'PENDING';
create index webhook_deliveries_sending on webhook_deliveries (webhook_id) where sending_at is not null;
create index webhook_deliveries_created on webhook_deliveries (created_at);

-- Group calls that are under way, from the first member to the last, whatever rooms they move through: so that webhooks
-- are told once, whichever servers the members are on.
create table live_group_calls (
  -- The first room's id, as in the history of whoever was in it.
  call_id uuid primary key,
  group_id uuid not null unique,
  -- The newest one.
  room_id uuid not null,
  customer_ids uuid[] not null,
  -- Whoever has been in it (protocol/src/party.ts).
  parties jsonb not null,
  started_at timestamptz not null default now(),
  -- Somebody has come or gone.
  changed_at timestamptz not null default now(),
  -- There has been no room for it since.
  roomless_since timestamptz
);
`.execute(db);
}
