import { sql } from 'kysely';
import { iri } from '#protocol/rest/field.ts';
import { devices as definition } from '#protocol/rest/resources/device.ts';
import { readSerial } from '#protocol/serial.ts';
import { newDeviceSecret } from '#server/auth/sign-in.ts';
import type { Db } from '#server/db/database.ts';
import { inNameOrder } from '#server/db/name-order.ts';
import { searchIndexes } from '#server/db/search-index.ts';
import { invalidField } from '#server/errors.ts';
import type { RestDeps } from '#server/rest/context.ts';
import { chooseCustomer, movedCustomer } from '#server/rest/customer-choice.ts';
import { dateFilters } from '#server/rest/date-filters.ts';
import { customerIs, idIs, isManagedBy, readableCustomer } from '#server/rest/parties.ts';
import { deleteParty } from '#server/rest/party-events.ts';
import {
  anyOf,
  type Condition,
  containsByIndex,
  isOneOf,
  none,
  not,
  rowSource,
} from '#server/rest/row-source.ts';
import { serverResource } from '#server/rest/server-resource.ts';
import { totalOfTable } from '#server/rest/table-totals.ts';

const id = sql.ref<string>('devices.id');

/** As the servers know among themselves: it is no column. */
const isOnline = (presence: RestDeps['presence']): Condition => {
  const ids = [...presence.present().keys()].flatMap((key) =>
    key.startsWith(PREFIX) ? [key.slice(PREFIX.length)] : [],
  );
  return sql<boolean>`${id} = any(${ids}::uuid[])`;
};
const PREFIX = 'device:';

export const devicesResource = serverResource({
  definition,
  table: 'devices',
  rows: (db: Db) =>
    rowSource(
      db
        .selectFrom('devices')
        .leftJoin('customers', 'customers.id', 'devices.customer_id')
        .select([
          'customers.name as customer_name',
          'devices.id',
          'devices.revision',
          'devices.serial',
          'devices.serial_printed',
          'devices.name',
          'devices.state',
          'devices.answers_by_itself',
          'devices.customer_id',
          'devices.registered',
          'devices.updated_at',
          'devices.last_seen_at',
        ]),
      id,
      db.selectFrom('devices'),
    ),
  id,
  reaches: {
    own: (principal) => (principal.kind === 'device' ? sql<boolean>`${id} = ${principal.id}` : none),
    managed: isManagedBy(sql.ref('devices.customer_id')),
  },
  filters: {
    id: idIs(id),
    customer: customerIs(sql.ref('devices.customer_id')),
    state: (values) => isOneOf(sql.ref('devices.state'), values),
    online: (values, _principal, { presence }) =>
      anyOf(...values.map((value) => (value === 'true' ? isOnline(presence) : not(isOnline(presence))))),
    ...dateFilters('registered', sql.ref('devices.registered')),
    ...dateFilters('updated', sql.ref('devices.updated_at')),
  },
  orders: {
    registered: sql.ref('devices.registered'),
    serialNumber: sql.ref('devices.serial'),
    serialPrinted: sql.ref('devices.serial_printed'),
    name: inNameOrder(sql.ref('devices.name')),
    state: sql.ref('devices.state'),
    // Those never seen come before all others.
    lastSeen: sql`coalesce(devices.last_seen_at, '-infinity')`,
    updated: sql.ref('devices.updated_at'),
  },
  search: containsByIndex(
    [sql.ref('devices.serial'), sql.ref('devices.serial_printed'), sql.ref('devices.name')],
    searchIndexes.devices,
  ),
  cheapTotal: ({ db }, reach, filters) => totalOfTable(db, 'devices', reach, filters),
  constraints: { devices_serial_key: { propertyPath: 'serialNumber', code: 'serial-taken' } },

  show: (row, { deps, principal }) => ({
    id: row.id,
    serialNumber: row.serial,
    serialLong: row.serial,
    serialPrinted: row.serial_printed,
    name: row.name,
    state: row.state,
    answersByItself: row.answers_by_itself,
    customer: iri('customers', row.customer_id),
    customerName: readableCustomer(principal, row.customer_id, row.customer_name),
    registered: row.registered.toISOString(),
    updated: row.updated_at.toISOString(),
    online: deps.presence.stateOf(`device:${row.id}`) !== 'offline',
    lastSeen: row.last_seen_at?.toISOString() ?? null,
  }),

  async create(context, body) {
    const serial = readSerial(body.serialNumber);
    if (!serial) throw invalidField('serialNumber', 'serial-invalid');
    const customerId = await chooseCustomer(context, body.customer);
    const { secret, secretHash } = newDeviceSecret();
    const made = await context.db
      .insertInto('devices')
      .values({
        serial: serial.long,
        serial_printed: serial.printed,
        name: body.name ?? '',
        state: body.state ?? 'ENABLED',
        answers_by_itself: body.answersByItself ?? false,
        customer_id: customerId,
        secret_hash: secretHash,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await context.audit('create', 'devices', made.id, customerId);
    return { id: made.id, once: { secret, setupLink: context.deps.links.device(serial.long, secret) } };
  },

  async update(context, row, body) {
    const customerId = await movedCustomer(context, row.customer_id, body.customer);
    const state = body.state ?? 'ENABLED';
    const moves = customerId !== row.customer_id;
    await context.db
      .updateTable('devices')
      .set(({ eb }) => ({
        name: body.name ?? '',
        state,
        answers_by_itself: body.answersByItself ?? false,
        customer_id: customerId,
        // Anyone who set it up for the former customer must not be the device of the new one.
        ...(moves && { secret_hash: newDeviceSecret().secretHash }),
        revision: eb('revision', '+', 1),
      }))
      .where('id', '=', row.id)
      .execute();
    if (moves) {
      await context.deps.auth.accounts.endSignIns(context, 'device', row.id);
      context.publish({ type: 'party-moved', party: `device:${row.id}`, customerId });
    }
    if (state === 'DISABLED' && row.state !== 'DISABLED') {
      await context.deps.auth.accounts.endSignIns(context, 'device', row.id);
      context.publish({ type: 'device-disabled', deviceId: row.id });
    }
    context.publish({ type: 'device-changed', deviceId: row.id });
    await context.audit('update', 'devices', row.id, customerId);
    // Whose managers see the device leave.
    if (customerId !== row.customer_id) await context.audit('update', 'devices', row.id, row.customer_id);
  },

  async delete(context, row) {
    await deleteParty(context, { kind: 'device', id: row.id }, row.customer_id);
    context.publish({ type: 'device-disabled', deviceId: row.id });
  },
});
