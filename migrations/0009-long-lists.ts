import { type Kysely, sql } from 'kysely';

/** Indexes for the lists of those who have thousands of calls: their longest ones, their group calls, and what webhooks were told. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
create index connections_user_duration on connections (user_id, duration_s, id);
create index connections_device_duration on connections (device_id, duration_s, id);
create index connections_customer_kind on connections (customer_id, kind, started_at desc, id desc);
create index webhook_deliveries_customer_created_at on webhook_deliveries (customer_id, created_at);
`.execute(db);
}
