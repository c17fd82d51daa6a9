import { sql } from 'kysely';
import { AppError } from '#protocol/app-error.ts';
import { idOfIri } from '#protocol/rest/field.ts';
import { pairs as definition } from '#protocol/rest/resources/pair.ts';
import { inNameOrder } from '#server/db/name-order.ts';
import { partiesOfGroups } from '#server/db/parties-of-groups.ts';
import { searchIndexes } from '#server/db/search-index.ts';
import { invalidField } from '#server/errors.ts';
import type { Principal } from '#server/principal.ts';
import { dateFilters } from '#server/rest/date-filters.ts';
import { assertNotAbove } from '#server/rest/managers.ts';
import {
  idIs,
  managedIds,
  ownerOf,
  partyOf,
  readableCustomerIs,
  shownUserName,
} from '#server/rest/parties.ts';
import { groupsOfPair } from '#server/rest/party-events.ts';
import { anyOf, type Condition, contains, containsByIndex, isOneOf } from '#server/rest/row-source.ts';
import { serverResource } from '#server/rest/server-resource.ts';
import { totalOfTable } from '#server/rest/table-totals.ts';
import { inviteDevice, inviteUser, publishPair } from './pair-invitations.ts';
import {
  deviceCustomerIn,
  id,
  isReadAsTarget,
  isSide,
  isTarget,
  matched,
  nameForMembers,
  owned,
  rows,
  sides,
  targetDevice,
  userCustomerIn,
} from './pair-rows.ts';
import { isOwners, showPair } from './pair-views.ts';

/** Other customers, whose people were invited, don't read whose the pair is. */
const isOfCustomer = readableCustomerIs(sql.ref('pairs.customer_id'));

/** The asker manages the invited side, and not the owner. */
const isOfInvited = (principal: Principal | null) => {
  const managed = principal ? managedIds(principal) : [];
  return sql<boolean>`(${anyOf(deviceCustomerIn(managed), userCustomerIn(managed))} and not ${isOneOf(sql.ref('pairs.customer_id'), managed)})`;
};

const ownerFinds = containsByIndex([sql.ref('pairs.search_text')], searchIndexes.pairs);
/** Looked up row by row, for the few that are invited: a join would read all users. */
const ownerColumns = [
  sql`(select mail || ' ' || nickname from users where id = pairs.owner_user_id)`,
  sql`(select serial_printed || ' ' || name from devices where id = pairs.owner_device_id)`,
];
/** What managers of the invited side read of an owner whom they do not manage (`ownerName`). */
const ownerNames = [
  sql`(select ${shownUserName('users')} from users where id = pairs.owner_user_id)`,
  sql`(select coalesce(nullif(name, ''), serial_printed) from devices where id = pairs.owner_device_id)`,
];
const targetColumns = [
  sql`(select mail || ' ' || nickname from users where id = pairs.target_user_id)`,
  sql`(select serial_printed || ' ' || name from devices where id = pairs.target_device_id)`,
];

/** The asker is one of the two, or manages one of them; anyone else reads the pair as a member of a group with it (C7). */
const isConcerned = (principal: Principal | null): Condition => {
  if (principal?.kind === 'admin') return sql<boolean>`true`;
  const managed = principal ? managedIds(principal) : [];
  return anyOf(
    isSide(partyOf(principal)),
    isOneOf(sql.ref('pairs.customer_id'), managed),
    userCustomerIn(managed),
    deviceCustomerIn(managed),
  );
};

/** Which device was asked is its owner's to tell by approving; until then only they, and who manages it, know. */
const knowsDevice = (principal: Principal | null): Condition => {
  if (principal?.kind === 'admin') return sql<boolean>`true`;
  return anyOf(
    sql<boolean>`pairs.state = 'VERIFIED'`,
    isTarget(partyOf(principal)),
    deviceCustomerIn(principal ? managedIds(principal) : []),
  );
};

/** What the owner calls the other side, as far as the asker reads it. An index has what owners read, which is what admins see. */
const nameFor = (principal: Principal | null) => {
  const name = sql.ref('pairs.name');
  const asker = partyOf(principal);
  if (asker === null) return inNameOrder(name);
  const isOwners = anyOf(
    owned.isOwner(asker),
    isOneOf(sql.ref('pairs.customer_id'), principal ? managedIds(principal) : []),
  );
  return inNameOrder(
    sql`case when ${isOwners} and ${isReadAsTarget(principal)} is not true then ${name} else '' end`,
  );
};

/** As the asker reads it, who may be the other side. An index has what owners read, which is what admins see. */
const labelFor = (principal: Principal | null) => {
  const asker = partyOf(principal);
  const ofTarget = sql.ref('pairs.label');
  return asker === null
    ? ofTarget
    : sql`case when ${isReadAsTarget(principal)} then coalesce(
        (select serial_printed from devices where id = pairs.owner_device_id),
        (select mail from users where id = pairs.owner_user_id)) else ${ofTarget} end`;
};

export const pairsResource = serverResource({
  definition,
  table: 'pairs',
  rows,
  id,
  reaches: {
    own: owned.reaches.own,
    side: (principal) => isSide(partyOf(principal)),
    // Those of invited devices too, whose managers approve, and of invited users, who are theirs.
    managed: (principal) =>
      anyOf(
        owned.reaches.managed(principal),
        deviceCustomerIn(managedIds(principal)),
        userCustomerIn(managedIds(principal)),
      ),
    // A user approves for the user; a device's manager, or an admin, approves for the device too.
    invited: (principal) =>
      anyOf(
        isTarget(partyOf(principal)),
        principal.kind === 'admin'
          ? sql<boolean>`(${targetDevice} is not null and ${matched})`
          : sql<boolean>`(${deviceCustomerIn(managedIds(principal))} and ${matched})`,
      ),
  },
  filters: {
    ...owned.filters,
    customer: isOfCustomer,
    'owner.customer': isOfCustomer,
    id: idIs(id),
    party: (values, principal) => {
      const ids = values.map(idOfIri);
      return anyOf(
        ...sides.map((column) =>
          column === targetDevice
            ? sql<boolean>`(${isOneOf(column, ids)} and ${knowsDevice(principal)})`
            : isOneOf(column, ids),
        ),
      );
    },
    state: (values) => isOneOf(sql.ref('pairs.state'), values),
    ...dateFilters('created', sql.ref('pairs.created_at')),
  },
  orders: {
    created: id,
    name: nameFor,
    state: sql.ref('pairs.state'),
    label: labelFor,
  },
  search: (text, principal, isCommon) => {
    const asker = partyOf(principal);
    const asOwner = ownerFinds(text, principal, isCommon);
    if (asker === null) return asOwner;
    // Nobody else finds it by what the owner calls the other side, but by who the two are.
    const isInvited = sql<boolean>`(${isReadAsTarget(principal)} or ${isOfInvited(principal)})`;
    return anyOf(
      sql<boolean>`(${asOwner} and ${isConcerned(principal)} and ${isInvited} is not true)`,
      sql<boolean>`(${contains([nameForMembers], text)} and not ${isConcerned(principal)})`,
      sql<boolean>`(${isReadAsTarget(principal)} and ${contains(ownerColumns, text)})`,
      sql<boolean>`(${isOfInvited(principal)} and ${contains([...ownerNames, ...targetColumns], text)})`,
    );
  },
  cheapTotal: ({ db }, reach, filters) => totalOfTable(db, 'pairs', reach, filters),
  constraints: { pairs_once: { propertyPath: '', code: 'pair-exists' } },

  show: showPair,

  async create(context, body) {
    const owner = ownerOf(context.principal, body.owner);
    if (owner.kind === 'user') await assertNotAbove(context, owner.id);
    const { mail = null, serialLong = null, name = '' } = body;
    if (mail === null && serialLong === null) throw invalidField('mail', 'mail-required');
    if (mail !== null && serialLong !== null)
      throw invalidField('serialLong', 'invalid', 'Give either mail or serialLong.');
    if (mail !== null) return { id: await inviteUser(context, owner, mail, name) };
    return { id: await inviteDevice(context, owner, serialLong ?? '', name) };
  },

  async assertChangeable({ principal }, row) {
    if (!isOwners(row, principal)) throw new AppError('forbidden');
  },

  async update(context, row, body) {
    await context.db
      .updateTable('pairs')
      .set(({ eb }) => ({ name: body.name ?? '', revision: eb('revision', '+', 1) }))
      .where('id', '=', row.id)
      .execute();
    publishPair(context, row, row.state === 'VERIFIED');
    await context.audit('update', 'pairs', row.id, row.customer_id);
  },

  async delete(context, row) {
    const groups = await groupsOfPair(context.db, row.id);
    const parties = await partiesOfGroups(context.db, groups);
    await context.db.deleteFrom('pairs').where('id', '=', row.id).execute();
    publishPair(context, row, false);
    for (const groupId of groups) {
      context.publish({ type: 'group-changed', groupId, parties: parties.get(groupId) ?? [] });
    }
    await context.audit('delete', 'pairs', row.id, row.customer_id);
  },
});
