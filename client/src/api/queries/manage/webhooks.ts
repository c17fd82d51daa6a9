import { queryOptions } from '@tanstack/react-query';
import type { Webhook, WebhookDelivery } from '#client/api/api-types.ts';
import { callApi, readItem, readTagged } from '#client/api/call-api.ts';

/** One webhook, in the version that was read. */
export const managedWebhookQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhooks', 'tagged', id],
    queryFn: ({ signal }) => readTagged('webhooks', id, { signal }),
  });

export const deliveryQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhook_deliveries', 'item', id],
    queryFn: ({ signal }): Promise<WebhookDelivery> => readItem('webhook_deliveries', id, { signal }),
  });

/** Its secret is in the answer, and never again. */
export const renewSecret = (id: string): Promise<Webhook> =>
  callApi('webhooks.renewSecret', { parameters: { id } });

/** Sends a `webhook.test` event; at most one in ten seconds. */
export const sendTest = (id: string): Promise<WebhookDelivery> =>
  callApi('webhooks.test', { parameters: { id } });

/** Sends an event again, at once. */
export const redeliver = (id: string): Promise<WebhookDelivery> =>
  callApi('webhookDeliveries.redeliver', { parameters: { id } });
