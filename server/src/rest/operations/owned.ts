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
import { isAvailable, likelyFirst as likelyGroupsFirst, takesPart } from '#server/rest/resources/groups.ts';
import { guestLinksResource } from '#server/rest/resources/guest-links.ts';
import { isSide, likelyFirst as likelyPairsFirst } from '#server/rest/resources/pairs.ts';
import { membersInForce, seesCustomer } from '#server/rest/resources/services.ts';
import { usersResource } from '#server/rest/resources/users.ts';
import { type Condition, isOneOf } from '#server/rest/row-source.ts';
import { requireUser } from './accounts.ts';

const CONTROL_CHARACTER = /\p{Cc}/u;

/** `{serial_or_id}`: a device by id, long or printed serial, or a user by id, within the asker's reach. Else 404. */
async function findParty(
  context: RequestContext,
  serialOrId: string,
  reach: Reach | undefined,
): Promise<PartyRef> {
  // No serial has one, and PostgreSQL takes no U+0000 as text.
  if (CONTROL_CHARACTER.test(serialOrId)) throw new AppError('not-found');
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
  // One query whatever the id is of, so that the answer takes as long for everything that the asker does not see.
  const owner = await context.db
    .selectFrom('users')
    .where('id', '=', id as UserId)
    .select('customer_id')
    .unionAll((query) =>
      query
        .selectFrom('devices')
        .where('id', '=', id as DeviceId)
        .select('customer_id'),
    )
    .executeTakeFirst();
  return owner?.customer_id ?? '00000000-0000-0000-0000-000000000000';
}

const ownedBy = (party: PartyRef, table: 'pairs' | 'groups'): Condition =>
  isParty(party, sql.ref(`${table}.owner_user_id`), sql.ref(`${table}.owner_device_id`));

const userOf = async (
  context: RequestContext,
  id: string,
  reach: Reach | undefined,
): Promise<PartyRef & { readonly customerId: CustomerId }> => {
  const user = await findItem(usersResource, context, id, reach);
  return { kind: 'user', id: user.id, customerId: user.customer_id };
};

/** Who could not be rung at all is not available: a disabled device, an account that is not verified. */
const bothReachable = sql<boolean>`(coalesce(ou.state, 'VERIFIED') = 'VERIFIED' and coalesce(tu.state, 'VERIFIED') = 'VERIFIED'
  and coalesce(od.state, 'ENABLED') = 'ENABLED' and coalesce(td.state, 'ENABLED') = 'ENABLED')`;

export const ownedOperations: readonly OperationHandler[] = [
  {
    name: 'users.pairs',
    transaction: false,
    async open(context, { id = '' }, reach) {
      const user = await userOf(context, id, reach);
      return async () => ({ where: [ownedBy(user, 'pairs')] });
    },
  },
  {
    name: 'users.groups',
    transaction: false,
    async open(context, { id = '' }, reach) {
      const user = await userOf(context, id, reach);
      return async () => ({ where: [ownedBy(user, 'groups')] });
    },
  },
  {
    name: 'users.services',
    transaction: false,
    async open(context, params, reach) {
      const { id, customerId } = await userOf(context, params.id ?? '', reach);
      return async ({ list }) => {
        const { owner, customer, 'owner.customer': ofOwner } = list.filters;
        const narrowed =
          (owner !== undefined && !owner.map(idOfIri).includes(id)) ||
          [customer, ofOwner].some((values) => values && !values.map(idOfIri).includes(customerId));
        if (narrowed) return { members: [], total: 0 };
        return await membersInForce(context.db, customerId, list);
      };
    },
  },
  {
    name: 'pairs.availables',
    transaction: false,
    async open(context, { serial_or_id = '' }, reach) {
      const party = await findParty(context, serial_or_id, reach);
      return async ({ own }) => ({
        where: [isSide(party), sql<boolean>`pairs.state = 'VERIFIED'`, bothReachable],
        ...(own.likelyFirst && { order: likelyPairsFirst(party, context.deps.presence.present()) }),
      });
    },
  },
  {
    name: 'groups.availables',
    transaction: false,
    async open(context, { serial_or_id = '' }, reach) {
      const party = await findParty(context, serial_or_id, reach);
      return async ({ own }) => ({
        where: [takesPart(party), isAvailable],
        ...(own.likelyFirst && { order: likelyGroupsFirst(party) }),
      });
    },
  },
  {
    name: 'guestLinks.check',
    transaction: false,
    async handle(context, { body }) {
      const { auth } = context.deps;
      const attempt = await auth.limits.attempt('link', { address: context.address });
      const { linkId, reach } = await auth.verifyGuestToken(body.token);
      const link = await guestLinksResource
        .rows(context.db, null)
        .find([isOneOf(guestLinksResource.id, [linkId])]);
      if (!link) throw new AppError('guest-link-unknown');
      await attempt.forgive();
      return {
        kind: link.kind,
        name: link.name,
        group: reach.kind === 'group' ? reach.groupId : null,
        startsAt: link.starts_at?.toISOString() ?? null,
        endsAt: link.ends_at.toISOString(),
      };
    },
  },
  {
    name: 'services.current',
    transaction: false,
    handle: async (context, { list }) =>
      await membersInForce(context.db, await customerOfQuery(context, list.filters), list),
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
