import { type Kysely, sql } from 'kysely';

/** What webhooks know of their receivers: how quick they are, and whether deliveries to them pause (server/src/webhooks/deliver.ts). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
alter table webhooks
  -- Time-outs since the last answer.
  add column timeouts integer not null default 0,
  -- Nothing is sent before; null: no pause.
  add column paused_until timestamptz,
  -- The last attempt took long.
  add column slow boolean not null default false;
`.execute(db);
}

/** By which the next delivery of a webhook is found, and a test event before it. */
export const indexes = {
  webhook_deliveries_due: "on webhook_deliveries (webhook_id, next_attempt_at) where state = 'PENDING'",
  webhook_deliveries_tests:
    "on webhook_deliveries (webhook_id) where state = 'PENDING' and event = 'webhook.test'",
};
