import { type Static, Type } from 'typebox';
import { MAX_NAME } from '#protocol/limits.ts';
import { defineOperation, item } from '#protocol/rest/define-operation.ts';
import { defineResource } from '#protocol/rest/define-resource.ts';
import {
  DateTime,
  Line,
  Nullable,
  optional,
  Reference,
  read,
  readSometimes,
  required,
  Uuid,
} from '#protocol/rest/field.ts';
import { byReference, customerFilter, dateFilter, oneOf } from '#protocol/rest/filters.ts';
import { customerName } from '#protocol/rest/names.ts';

/** How much of an answer is kept. */
export const ANSWER_KEPT_BYTES = 1_024;
/** Before a webhook is tried out again. */
export const TEST_PAUSE_S = 10;

/** What an operator's own system can hear of. */
const webhookEventNames = [
  'call.started',
  'call.ended',
  'recording.ready',
  'film.ready',
  'user.verified',
] as const;
const WebhookEventSchema = Type.Enum(webhookEventNames);
export type WebhookEventName = Static<typeof WebhookEventSchema>;

/** What is delivered: also what a webhook is tried out with. */
const deliveredEventNames = [...webhookEventNames, 'webhook.test'] as const;
const DeliveredEventSchema = Type.Enum(deliveredEventNames);
export type DeliveredEventName = Static<typeof DeliveredEventSchema>;

export const webhooks = defineResource({
  name: 'Webhook',
  path: 'webhooks',
  description:
    "Where an operator's own system hears of what happened at a customer, which has 20 at most (docs/api.md)",
  fields: {
    id: read(Uuid),
    name: optional('edit', Line(MAX_NAME), { iri: 'https://schema.org/name' }),
    url: required(
      'edit',
      // Schemes are written in any case (RFC 3986, 3.1).
      Type.String({ minLength: 1, maxLength: 2_000, pattern: '^[Hh][Tt][Tt][Pp][Ss]?://[^\\s]+$' }),
      {
        description: 'Deliveries are sent there by POST; https, and a public host',
        codes: { invalid: 'webhook-url' },
      },
    ),
    events: required(
      'edit',
      Type.Array(WebhookEventSchema, { minItems: 1, maxItems: webhookEventNames.length, uniqueItems: true }),
      { description: 'Which events are delivered' },
    ),
    enabled: optional('edit', Type.Boolean(), {
      description: 'True by default; false also after deliveries have failed for days',
    }),
    customer: optional('create', Reference('customers'), { description: "The asker's own by default" }),
    customerName,
    failingSince: read(Nullable(DateTime), {
      description: 'Nothing has been delivered since; null: it works',
    }),
    created: read(DateTime),
    secret: readSometimes(Type.String(), {
      description: 'Verifies deliveries; when it is made or renewed, and never again',
    }),
  },
  operations: ['list', 'create', 'read', 'replace', 'merge', 'delete'],
  filters: { customer: customerFilter, enabled: oneOf('enabled', 'true', 'false') },
  order: ['created', 'name', 'url'],
  keysets: ['created'],
  search: ['name', 'url'],
});

export const webhookDeliveries = defineResource({
  name: 'WebhookDelivery',
  path: 'webhook_deliveries',
  description: 'One event on its way to one webhook',
  fields: {
    id: read(Uuid, { description: 'Also the `webhook-id` that it is sent with, at every attempt the same' }),
    webhook: read(Reference('webhooks')),
    customer: read(Reference('customers')),
    event: read(DeliveredEventSchema, { iri: 'https://schema.org/name' }),
    payload: read(Type.String(), { description: 'The body, as it is sent' }),
    state: read(Type.Union([Type.Literal('PENDING'), Type.Literal('DELIVERED'), Type.Literal('FAILED')])),
    attempts: read(Type.Integer({ minimum: 0 })),
    lastAttempt: read(Nullable(DateTime)),
    lastStatus: read(Nullable(Type.Integer()), { description: 'HTTP status of the last answer' }),
    lastError: read(Nullable(Type.String()), {
      description: 'Why the last attempt has failed, or why the delivery waits',
    }),
    lastAnswer: read(Nullable(Type.String()), {
      description: `The beginning of the last answer, ${ANSWER_KEPT_BYTES} bytes at most`,
    }),
    lastDuration: read(Nullable(Type.Integer({ minimum: 0 })), {
      description: 'Milliseconds that the last attempt took',
    }),
    nextAttempt: read(Nullable(DateTime), { description: 'Null where there will be none' }),
    created: read(DateTime),
  },
  operations: ['list', 'read'],
  filters: {
    webhook: byReference('webhook', 'Those to this webhook, by its address or id', 'webhooks'),
    customer: customerFilter,
    state: oneOf('state', 'PENDING', 'DELIVERED', 'FAILED'),
    event: oneOf('event', ...deliveredEventNames),
    ...dateFilter('created'),
  },
  order: ['created'],
  defaultDirection: 'desc',
  keysets: ['created'],
});

export const webhookOperations = {
  'webhooks.renewSecret': defineOperation({
    method: 'POST',
    path: 'webhooks/{id}/secret',
    summary: 'Gives the webhook a new secret; deliveries are signed with the former one too for 24 hours',
    reply: item('Webhook'),
    status: 200,
  }),
  'webhooks.test': defineOperation({
    method: 'POST',
    path: 'webhooks/{id}/test',
    summary: `Delivers a \`webhook.test\` event to the webhook, also if it subscribes to none; at most once in ${TEST_PAUSE_S} seconds`,
    reply: item('WebhookDelivery'),
    status: 202,
  }),
  'webhookDeliveries.redeliver': defineOperation({
    method: 'POST',
    path: 'webhook_deliveries/{id}/redeliver',
    summary: 'Sends the event again, at once and with the same `webhook-id`',
    reply: item('WebhookDelivery'),
    status: 202,
  }),
} as const;
