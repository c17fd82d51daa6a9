import { sql } from 'kysely';
import { deliveryErrors } from '#protocol/delivery-errors.ts';
import { idOfIri, iri } from '#protocol/rest/field.ts';
import { webhookDeliveries as definition } from '#protocol/rest/resources/webhook.ts';
import type { Db } from '#server/db/database.ts';
import { dateFilters } from '#server/rest/date-filters.ts';
import { customerIs, isManagedBy } from '#server/rest/parties.ts';
import { isOneOf, rowSource } from '#server/rest/row-source.ts';
import { serverResource } from '#server/rest/server-resource.ts';

const id = sql.ref<string>('webhook_deliveries.id');
const customer = sql.ref('webhook_deliveries.customer_id');
const pausedUntil = sql<Date | null>`(
  select paused_until from webhooks
  where webhooks.id = webhook_deliveries.webhook_id and webhooks.enabled
    and webhook_deliveries.state = 'PENDING' and paused_until > now()
)`;

export const webhookDeliveriesResource = serverResource({
  definition,
  table: 'webhook_deliveries',
  rows: (db: Db) =>
    rowSource(
      db
        .selectFrom('webhook_deliveries')
        .selectAll('webhook_deliveries')
        .select(pausedUntil.as('paused_until')),
      id,
    ),
  id,
  reaches: { managed: isManagedBy(customer) },
  filters: {
    webhook: (values) => isOneOf(sql.ref('webhook_deliveries.webhook_id'), values.map(idOfIri)),
    customer: customerIs(customer),
    state: (values) => isOneOf(sql.ref('webhook_deliveries.state'), values),
    event: (values) => isOneOf(sql.ref('webhook_deliveries.event'), values),
    ...dateFilters('created', sql.ref('webhook_deliveries.created_at')),
  },
  orders: { created: sql.ref('webhook_deliveries.created_at') },

  show: (row) => ({
    id: row.id,
    webhook: iri('webhooks', row.webhook_id),
    customer: iri('customers', row.customer_id),
    event: row.event,
    payload: row.payload,
    state: row.state,
    attempts: row.attempts,
    lastAttempt: row.last_attempt_at?.toISOString() ?? null,
    lastStatus: row.last_status,
    lastError: row.paused_until ? deliveryErrors.paused : row.last_error,
    lastAnswer: row.last_answer,
    lastDuration: row.last_duration_ms,
    nextAttempt: later(row.next_attempt_at, row.paused_until)?.toISOString() ?? null,
    created: row.created_at.toISOString(),
  }),
});

const later = (one: Date | null, other: Date | null): Date | null =>
  one !== null && other !== null && other > one ? other : one;
