import { sql } from 'kysely';
import type { Id } from '#protocol/ids.ts';
import { addJob } from '#server/jobs/add-job.ts';
import type { QueueWebhookEvent } from './webhook-event.ts';

/**
 * One delivery a webhook, and its job. Every server hears domain events: the table's unique constraint is what makes one
 * delivery of what all of them queue, whichever of them outlives the event.
 */
export const queueWebhookEvent: QueueWebhookEvent = async (trx, event) => {
  const { customerIds, subject, name, timestamp, data } = event;
  if (customerIds.length === 0) return;
  const payload = JSON.stringify({ type: name, timestamp, data });
  const { rows } = await sql<{ id: Id<'webhookDelivery'> }>`
    insert into webhook_deliveries (webhook_id, customer_id, event, subject, payload)
    select id, customer_id, ${name}, ${subject}, ${payload} from webhooks
    where customer_id in (${sql.join(customerIds)}) and enabled and ${name} = any (events)
    on conflict (webhook_id, event, subject) do nothing
    returning id`.execute(trx);
  for (const { id } of rows)
    await addJob(trx, 'deliver-webhook', { deliveryId: id }, { key: deliveryJobKey(id) });
};

/** One job a delivery at most. */
export const deliveryJobKey = (deliveryId: string): string => `deliver-webhook:${deliveryId}`;
