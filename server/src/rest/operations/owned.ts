import { sql } from 'kysely';
import { AppError } from '#protocol/app-error.ts';
import type { CustomerId, DeviceId, UserId } from '#protocol/ids.ts';
import { idOfIri } from '#protocol/rest/field.ts';
import { readSerial } from '#protocol/serial.ts';
import type { Reach } from '#server/rest/access-table.ts';
import type { RequestContext } from '#server/rest/context.ts';
import type { OperationHandler } from '#server/rest/endpoint.ts';
import { findItem, isUuid, reachCondition } from '#server/rest/find-item.ts';
import { customerIdOf, isParty, type PartyRef, userIdOf } from '#server/rest/parties.ts';
import { devicesResource } from '#server/rest/resources/devices.ts';
import { isAvailable, takesPart } from '#server/rest/resources/groups.ts';
import { isSide } from '#server/rest/resources/pairs.ts';
import { membersInForce, seesCustomer } from '#server/rest/resources/services.ts';
import { usersResource } from '#server/rest/resources/users.ts';
import { type Condition, isOneOf } from '#server/rest/row-source.ts';
import { requireUser } from './accounts.ts';

/** `{serial_or_id}`: a device by id, long or printed serial, or a user by id, within the asker's reach. Else 404. */
async function findParty(
  context: RequestContext,
  serialOrId: string,
  reach: Reach | undefined,
): Promise<PartyRef> {
  const isIt: Condition = isUuid(serialOrId)
    ? sql<boolean>`devices.id = ${serialOrId}`
    : isOneOf(sql.ref('devices.serial'), [readSerial(serialOrId)?.long ?? serialOrId]);
  const printed = sql<boolean>`devices.serial_printed = ${serialOrId}`;
  const reached = reachCondition(devicesResource, reach, context.principal);
  const devices = devicesResource.rows(context.db, context.principal);
  const device =
    (await devices.find([isIt, reached])) ??
    (isUuid(serialOrId) ? undefined : await devices.find([printed, reached]));
  if (device) return { kind: 'device', id: device.id };
  if (!isUuid(serialOrId)) throw new AppError('not-found');
  const user = await findItem(usersResource, context, serialOrId, reach);
  return { kind: 'user', id: user.id };
}

/** The customer that `customer`, `owner.customer` or `owner` names, else the asker's own; within what the asker sees. */
async function customerOfQuery(
  context: RequestContext,
  filters: Readonly<Record<string, readonly string[]>>,
): Promise<CustomerId> {
  const named = filters.customer?.[0] ?? filters['owner.customer']?.[0];
  const owner = filters.owner?.[0];
  const own = customerIdOf(context.principal);
  if (named === undefined && owner === undefined) {
    if (own !== null) return own;
    throw new AppError('invalid-query-parameter', { message: 'Missing query parameter: customer' });
  }
  const customerId =
    named === undefined ? await customerOfOwner(context, idOfIri(owner ?? '')) : idOfIri(named);
  const seen = await context.db
    .selectFrom('customers')
    .where('id', '=', customerId as CustomerId)
    .where(seesCustomer(context.principal, 'customers.id'))
    .select('id')
    .executeTakeFirst();
  if (!seen) throw new AppError('not-found');
  return seen.id;
}

async function customerOfOwner(context: RequestContext, id: string): Promise<string> {
  const user = await context.db
    .selectFrom('users')
    .where('id', '=', id as UserId)
    .select('customer_id')
    .executeTakeFirst();
  if (user) return user.customer_id;
  const device = await context.db
    .selectFrom('devices')
    .where('id', '=', id as DeviceId)
    .select('customer_id')
    .executeTakeFirst();
  return device?.customer_id ?? '00000000-0000-0000-0000-000000000000';
}

const ownedBy = (party: PartyRef, table: 'pairs' | 'groups'): Condition =>
  isParty(party, sql.ref(`${table}.owner_user_id`), sql.ref(`${table}.owner_device_id`));

const userOf = async (
  context: RequestContext,
  id: string | undefined,
  reach: Reach | undefined,
): Promise<PartyRef & { readonly customerId: CustomerId }> => {
  const user = await findItem(usersResource, context, id ?? '', reach);
  return { kind: 'user', id: user.id, customerId: user.customer_id };
};

/** Who could not be rung at all is not available: a disabled device, an account that is not verified. */
const bothReachable = sql<boolean>`(coalesce(ou.state, 'VERIFIED') = 'VERIFIED' and coalesce(tu.state, 'VERIFIED') = 'VERIFIED'
  and coalesce(od.state, 'ENABLED') = 'ENABLED' and coalesce(td.state, 'ENABLED') = 'ENABLED')`;

export const ownedOperations: readonly OperationHandler[] = [
  {
    name: 'users.pairs',
    transaction: false,
    on: (context, { id }, reach) => userOf(context, id, reach),
    handle: async (context, { params, reach }) => ({
      where: [ownedBy(await userOf(context, params.id, reach), 'pairs')],
    }),
  },
  {
    name: 'users.groups',
    transaction: false,
    on: (context, { id }, reach) => userOf(context, id, reach),
    handle: async (context, { params, reach }) => ({
      where: [ownedBy(await userOf(context, params.id, reach), 'groups')],
    }),
  },
  {
    name: 'users.services',
    transaction: false,
    on: (context, { id }, reach) => userOf(context, id, reach),
    async handle(context, { params, reach }) {
      const { customerId } = await userOf(context, params.id, reach);
      const members = await membersInForce(context.db, customerId);
      return { members, total: members.length };
    },
  },
  {
    name: 'pairs.availables',
    transaction: false,
    on: (context, params, reach) => findParty(context, params.serial_or_id ?? '', reach),
    handle: async (context, { params, reach }) => ({
      where: [
        isSide(await findParty(context, params.serial_or_id ?? '', reach)),
        sql<boolean>`pairs.state = 'VERIFIED'`,
        bothReachable,
      ],
    }),
  },
  {
    name: 'groups.availables',
    transaction: false,
    on: (context, params, reach) => findParty(context, params.serial_or_id ?? '', reach),
    handle: async (context, { params, reach }) => ({
      where: [takesPart(await findParty(context, params.serial_or_id ?? '', reach)), isAvailable],
    }),
  },
  {
    name: 'services.current',
    transaction: false,
    async handle(context, { list }) {
      const members = await membersInForce(context.db, await customerOfQuery(context, list.filters));
      return { members, total: members.length };
    },
  },
  {
    name: 'settings.current',
    transaction: false,
    async handle(context) {
      const userId = requireUser(context.principal && userIdOf(context.principal));
      const row = await context.db
        .selectFrom('settings')
        .where('user_id', '=', userId)
        .select('id')
        .executeTakeFirst();
      if (!row) throw new AppError('not-found');
      return row;
    },
  },
  {
    name: 'customers.current',
    transaction: false,
    async handle({ principal }) {
      const id = customerIdOf(principal);
      if (id === null) throw new AppError('forbidden');
      return { id };
    },
  },
];
