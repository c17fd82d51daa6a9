import { sql } from 'kysely';
import type { CustomerId } from '#protocol/ids.ts';
import { MAX_WEBHOOKS } from '#protocol/limits.ts';
import { iri } from '#protocol/rest/field.ts';
import { webhooks as definition } from '#protocol/rest/resources/webhook.ts';
import type { Db } from '#server/db/database.ts';
import { inNameOrder } from '#server/db/name-order.ts';
import { invalidField } from '#server/errors.ts';
import { outboundTarget } from '#server/outbound/target.ts';
import type { ChangeContext } from '#server/rest/context.ts';
import { chooseCustomer } from '#server/rest/customer-choice.ts';
import { customerIs, isManagedBy, readableCustomer } from '#server/rest/parties.ts';
import { anyOf, rowSource } from '#server/rest/row-source.ts';
import { serverResource } from '#server/rest/server-resource.ts';
import { DISABLE_AFTER_MS } from '#server/webhooks/deliver.ts';
import { endPause } from '#server/webhooks/end-pause.ts';
import { newWebhookSecret, secretText } from '#server/webhooks/signature.ts';

const id = sql.ref<string>('webhooks.id');
const customer = sql.ref('webhooks.customer_id');

export const webhooksResource = serverResource({
  definition,
  table: 'webhooks',
  rows: (db: Db) =>
    rowSource(
      db
        .selectFrom('webhooks')
        .leftJoin('customers', 'customers.id', 'webhooks.customer_id')
        // All but the secrets: anyone who may read a webhook must not be able to forge its deliveries.
        .select([
          'webhooks.id',
          'webhooks.revision',
          'webhooks.customer_id',
          'webhooks.name',
          'webhooks.url',
          'webhooks.events',
          'webhooks.enabled',
          'webhooks.failing_since',
          'webhooks.created_at',
          'customers.name as customer_name',
        ]),
      id,
      db.selectFrom('webhooks'),
    ),
  id,
  reaches: { managed: isManagedBy(customer) },
  filters: {
    customer: customerIs(customer),
    enabled: (values) =>
      anyOf(...values.map((value) => sql<boolean>`webhooks.enabled = ${value === 'true'}`)),
  },
  orders: { created: id, name: inNameOrder(sql.ref('webhooks.name')), url: sql.ref('webhooks.url') },
  search: [sql.ref('webhooks.name'), sql.ref('webhooks.url')],

  show: (row, { principal }) => ({
    id: row.id,
    name: row.name,
    url: row.url,
    events: row.events,
    enabled: row.enabled,
    customer: iri('customers', row.customer_id),
    customerName: readableCustomer(principal, row.customer_id, row.customer_name),
    failingSince: row.failing_since?.toISOString() ?? null,
    created: row.created_at.toISOString(),
  }),

  async create(context, body) {
    assertTarget(context, body.url);
    const customerId = await chooseCustomer(context, body.customer);
    await assertRoom(context, customerId);
    const secret = newWebhookSecret();
    const made = await context.db
      .insertInto('webhooks')
      .values({
        customer_id: customerId,
        name: body.name ?? '',
        url: body.url,
        events: body.events,
        enabled: body.enabled ?? true,
        secret,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await context.audit('create', 'webhooks', made.id, customerId);
    return { id: made.id, once: { secret: secretText(secret) } };
  },

  async update(context, row, body) {
    assertTarget(context, body.url);
    const enabled = body.enabled ?? true;
    const isOther = body.url !== row.url;
    await context.db
      .updateTable('webhooks')
      .set(({ eb }) => ({
        name: body.name ?? '',
        url: body.url,
        events: body.events,
        enabled,
        // Disabled for a moment, it has failed since then. One that would soon be disabled by itself has its days again.
        ...(enabled && !row.enabled && isOld(row.failing_since) && { failing_since: null }),
        // Nothing is known of another receiver.
        ...(isOther && { timeouts: 0, slow: false }),
        revision: eb('revision', '+', 1),
      }))
      .where('id', '=', row.id)
      .execute();
    if (isOther || enabled !== row.enabled) await endPause(context.db, row.id);
    await context.audit('update', 'webhooks', row.id, row.customer_id);
  },

  async delete(context, row) {
    await context.db.deleteFrom('webhooks').where('id', '=', row.id).execute();
    await context.audit('delete', 'webhooks', row.id, row.customer_id);
  },
});

/** The time that a webhook has at least, once it is enabled, before failures disable it. */
const GRACE_MS = 24 * 3_600_000;

/** Whether a webhook that has failed since then would be disabled before its grace is over. */
const isOld = (failingSince: Date | null): boolean =>
  failingSince !== null && Date.now() - failingSince.getTime() > DISABLE_AFTER_MS - GRACE_MS;

/** Of several that are made at once, each waits for the one before. */
async function assertRoom({ db }: ChangeContext, customerId: CustomerId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`webhooks:${customerId}`}, 0))`.execute(db);
  const { there } = await db
    .selectFrom('webhooks')
    .where('customer_id', '=', customerId)
    .select(({ fn }) => fn.countAll<number>().as('there'))
    .executeTakeFirstOrThrow();
  if (there >= MAX_WEBHOOKS) throw invalidField('customer', 'too-many-webhooks');
}

/** As far as the text of the address tells; what its name leads to is looked at before each delivery. */
function assertTarget({ deps }: ChangeContext, url: string): void {
  if (outboundTarget(url, deps.webhookPrivateAddresses) === null) throw invalidField('url', 'webhook-url');
}
