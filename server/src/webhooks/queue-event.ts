import { sql } from 'kysely';
import type { CustomerId } from '#protocol/ids.ts';
import { queueDelivering } from './delivery-queue.ts';
import type { QueueWebhookEvent } from './webhook-event.ts';

/**
 * One delivery a webhook, and a job for each customer. Every server hears domain events: the table's unique constraint is
 * what makes one delivery of what all of them queue, whichever of them outlives the event.
 */
export const queueWebhookEvent: QueueWebhookEvent = async (trx, event) => {
  const { customerIds, subject, name, timestamp, data } = event;
  if (customerIds.length === 0) return;
  const payload = JSON.stringify({ type: name, timestamp, data });
  const { rows } = await sql<{ customer_id: CustomerId; slow: boolean }>`
    with queued as (
      insert into webhook_deliveries (webhook_id, customer_id, event, subject, payload)
      select id, customer_id, ${name}, ${subject}, ${payload} from webhooks
      where customer_id in (${sql.join(customerIds)}) and enabled and ${name} = any (events)
      on conflict (webhook_id, event, subject) do nothing
      returning webhook_id
    )
    select distinct customer_id, slow from queued join webhooks on webhooks.id = queued.webhook_id`.execute(
    trx,
  );
  for (const { customer_id, slow } of rows) await queueDelivering(trx, customer_id, slow);
};
