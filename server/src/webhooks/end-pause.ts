import type { Id } from '#protocol/ids.ts';
import type { Trx } from '#server/db/database.ts';
import { queueDelivering } from './delivery-queue.ts';

/**
 * Delivers what waits for the webhook, which someone has asked for or changed. One delivery shows how the receiver is; if
 * that times out too, the pause after it is the longer one.
 */
export async function endPause(trx: Trx, id: Id<'webhook'>): Promise<void> {
  const webhook = await trx
    .updateTable('webhooks')
    .set({ paused_until: null })
    .where('id', '=', id)
    .returning(['customer_id', 'slow'])
    .executeTakeFirst();
  if (webhook) await queueDelivering(trx, webhook.customer_id, webhook.slow);
}
