import { sql } from 'kysely';
import { idOfIri, iri } from '#protocol/rest/field.ts';
import { webhookDeliveries as definition } from '#protocol/rest/resources/webhook.ts';
import type { Db } from '#server/db/database.ts';
import { dateFilters } from '#server/rest/date-filters.ts';
import { customerIs, isManagedBy } from '#server/rest/parties.ts';
import { isOneOf, rowSource } from '#server/rest/row-source.ts';
import { serverResource } from '#server/rest/server-resource.ts';

const id = sql.ref<string>('webhook_deliveries.id');
const customer = sql.ref('webhook_deliveries.customer_id');

export const webhookDeliveriesResource = serverResource({
  definition,
  table: 'webhook_deliveries',
  rows: (db: Db) => rowSource(db.selectFrom('webhook_deliveries').selectAll('webhook_deliveries'), id),
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
    lastError: row.last_error,
    lastAnswer: row.last_answer,
    lastDuration: row.last_duration_ms,
    nextAttempt: row.next_attempt_at?.toISOString() ?? null,
    created: row.created_at.toISOString(),
  }),
});
