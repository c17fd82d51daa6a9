import { sql } from 'kysely';
import { AppError } from '#protocol/app-error.ts';
import { itemChange, type Operation } from '#server/rest/operation.ts';
import { webhookDeliveriesResource } from '#server/rest/resources/webhook-deliveries.ts';
import { webhooksResource } from '#server/rest/resources/webhooks.ts';
import { redeliver } from '#server/webhooks/deliver.ts';
import { sendTestEvent } from '#server/webhooks/send-test.ts';
import { newWebhookSecret, secretText } from '#server/webhooks/signature.ts';

/** The former secret signs along for this long, so that the receiver can change over. */
const FORMER_SECRET_HOURS = 24;

export const webhookOperations: readonly Operation[] = [
  itemChange('webhooks.renewSecret', webhooksResource, async (context, webhook) => {
    const secret = newWebhookSecret();
    await context.db
      .updateTable('webhooks')
      .set(({ eb, ref }) => ({
        previous_secret: ref('secret'),
        previous_secret_until: sql<Date>`now() + ${FORMER_SECRET_HOURS} * interval '1 hour'`,
        secret,
        revision: eb('revision', '+', 1),
      }))
      .where('id', '=', webhook.id)
      .execute();
    await context.audit('renew-secret', 'webhooks', webhook.id, webhook.customer_id);
    return { id: webhook.id, once: { secret: secretText(secret) } };
  }),
  itemChange('webhooks.test', webhooksResource, async (context, webhook) => {
    if (!webhook.enabled) throw new AppError('conflict', { message: 'The webhook is disabled' });
    const { address, deps } = context;
    await deps.auth.limits.attempt('webhook-test', { address, account: webhook.customer_id });
    const id = await sendTestEvent(context.db, webhook);
    await context.audit('test', 'webhooks', webhook.id, webhook.customer_id);
    return { id };
  }),
  itemChange('webhookDeliveries.redeliver', webhookDeliveriesResource, async (context, delivery) => {
    const webhook = await context.db
      .selectFrom('webhooks')
      .where('id', '=', delivery.webhook_id)
      .select('enabled')
      .executeTakeFirst();
    if (!webhook?.enabled) throw new AppError('conflict', { message: 'The webhook is disabled' });
    await redeliver(context.db, delivery.id);
    await context.audit('redeliver', 'webhook_deliveries', delivery.id, delivery.customer_id);
    return { id: delivery.id };
  }),
];
