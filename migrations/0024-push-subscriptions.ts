import { type Kysely, sql } from 'kysely';

/** Browsers that ring although no page is open: one a sign-in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
create table push_subscriptions (
  -- The sign-in that it belongs to, and ends with.
  family_id uuid primary key,
  user_id uuid not null references users on delete cascade,
  endpoint text not null unique,
  -- The browser's public key and its secret, by which messages are encrypted (RFC 8291).
  p256dh text not null,
  auth text not null,
  lang text not null check (lang in ('ja', 'en')),
  created_at timestamptz not null default now(),
  -- When a push service last took a message for it.
  used_at timestamptz
);
create index push_subscriptions_user on push_subscriptions (user_id, created_at);
`.execute(db);
}
