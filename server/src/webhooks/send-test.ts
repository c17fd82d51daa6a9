import { sql } from 'kysely';
import type { CustomerId, Id } from '#protocol/ids.ts';
import { TEST_PAUSE_S } from '#protocol/rest/resources/webhook.ts';
import type { Trx } from '#server/db/database.ts';
import { overLimit } from '#server/limits/over-limit.ts';
import { endPause } from './end-pause.ts';

/**
 * Queues a `webhook.test` event for one webhook, which goes before what waits, also in a pause. Throws `too-many-requests` with
 * the time that is left, so soon after the last one. The caller holds the webhook's row.
 */
export async function sendTestEvent(
  trx: Trx,
  webhook: { readonly id: Id<'webhook'>; readonly customer_id: CustomerId },
): Promise<Id<'webhookDelivery'>> {
  const { rows } = await sql<{ left_ms: number }>`
    select (extract(epoch from max(created_at) + ${TEST_PAUSE_S} * interval '1 second' - now()) * 1000)::integer as left_ms
    from webhook_deliveries where webhook_id = ${webhook.id} and event = 'webhook.test'`.execute(trx);
  const leftMs = rows[0]?.left_ms ?? 0;
  if (leftMs > 0) throw overLimit('webhook-test-pause', leftMs);
  const { id } = await trx
    .insertInto('webhook_deliveries')
    .values({
      webhook_id: webhook.id,
      customer_id: webhook.customer_id,
      event: 'webhook.test',
      subject: crypto.randomUUID(),
      payload: JSON.stringify({
        type: 'webhook.test',
        timestamp: new Date().toISOString(),
        data: { webhookId: webhook.id },
      }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await endPause(trx, webhook.id);
  return id;
}
