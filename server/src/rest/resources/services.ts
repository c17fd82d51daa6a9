import { sql } from 'kysely';
import type { CustomerId } from '#protocol/ids.ts';
import { idOfIri } from '#protocol/rest/field.ts';
import { services as definition } from '#protocol/rest/resources/service.ts';
import type { Db } from '#server/db/database.ts';
import { servicesInForce } from '#server/db/services-in-force.ts';
import type { Principal } from '#server/principal.ts';
import type { Member } from '#server/rest/endpoint.ts';
import type { ListOptions } from '#server/rest/list-query.ts';
import { customerIdOf, managedIds } from '#server/rest/parties.ts';
import { anyOf, type Condition, isOneOf, none, rowSource } from '#server/rest/row-source.ts';
import { serverResource } from '#server/rest/server-resource.ts';

const id = sql.ref<string>('services.id');

/** Customers whose features the asker may look at. */
export const seesCustomer = (principal: Principal | null, column: string): Condition => {
  if (principal === null) return none;
  if (principal.kind === 'admin') return sql<boolean>`true`;
  return anyOf(
    sql<boolean>`${sql.ref(column)} = ${customerIdOf(principal)}`,
    isOneOf(sql.ref(column), managedIds(principal)),
  );
};

const videoFirst = sql`services.name <> 'service_video_chat'`;

/** Services that a customer has enabled. */
const enabledFor =
  (ofCustomers: (values: readonly string[]) => Condition) =>
  (values: readonly string[], principal: Principal | null): Condition =>
    sql<boolean>`exists (
    select 1 from features f join customers c on c.id = f.customer_id
    where f.service = services.name and f.enabled and c.state = 'VERIFIED'
      and ${ofCustomers(values.map(idOfIri))} and ${seesCustomer(principal, 'f.customer_id')})`;

const ofCustomer = enabledFor((ids) => isOneOf(sql.ref('f.customer_id'), ids));
const ofOwner = enabledFor((ids) =>
  anyOf(
    sql<boolean>`f.customer_id in (select customer_id from users where ${isOneOf(sql.ref('users.id'), ids)})`,
    sql<boolean>`f.customer_id in (select customer_id from devices where ${isOneOf(sql.ref('devices.id'), ids)})`,
  ),
);

export const servicesResource = serverResource({
  definition,
  table: 'services',
  rows: (db: Db) => rowSource(db.selectFrom('services').selectAll('services'), id),
  id,
  reaches: {},
  filters: { owner: ofOwner, customer: ofCustomer, 'owner.customer': ofCustomer },
  orders: { name: videoFirst },
  constraints: { services_name_key: { propertyPath: 'name', code: 'not-unique' } },

  show: (row) => ({ id: row.id, name: row.name, state: row.state }),

  async create(context, body) {
    const made = await context.db
      .insertInto('services')
      .values({ name: body.name, state: body.state ?? 'ENABLED' })
      .returning('id')
      .executeTakeFirstOrThrow();
    context.publish({ type: 'features-changed', customerId: null });
    await context.audit('create', 'services', made.id, null);
    return made;
  },

  async update(context, row, body) {
    await context.db
      .updateTable('services')
      .set(({ eb }) => ({ state: body.state ?? 'ENABLED', revision: eb('revision', '+', 1) }))
      .where('id', '=', row.id)
      .execute();
    context.publish({ type: 'features-changed', customerId: null });
    await context.audit('update', 'services', row.id, null);
  },

  async delete(context, row) {
    await context.db.deleteFrom('services').where('id', '=', row.id).execute();
    context.publish({ type: 'features-changed', customerId: null });
    await context.audit('delete', 'services', row.id, null);
  },
});

/** The services as they are in force for a customer's people, with the options: the page that was asked for. */
export async function membersInForce(
  db: Db,
  customerId: CustomerId,
  { order, page, pageSize }: Pick<ListOptions, 'order' | 'page' | 'pageSize'>,
): Promise<{ readonly members: readonly Member[]; readonly total: number }> {
  const inForce = await servicesInForce(db, customerId);
  const there = await db
    .selectFrom('services')
    .select(['id', 'name'])
    .orderBy(order[0]?.name === 'id' ? id : videoFirst, order[0]?.direction ?? 'asc')
    .execute();
  const members = there.map(({ id: serviceId, name }) => {
    const { enabled, recording, shareCamera, shareScreen, sharePlayback } = inForce[name];
    return {
      id: serviceId,
      shown: {
        id: serviceId,
        name,
        state: enabled ? 'ENABLED' : 'DISABLED',
        feature_opt_chat_recording: recording,
        feature_opt_chat_share_camera: shareCamera,
        feature_opt_chat_share_screen: shareScreen,
        feature_opt_chat_share_playback: sharePlayback,
      },
    };
  });
  return { members: members.slice((page - 1) * pageSize, page * pageSize), total: members.length };
}
