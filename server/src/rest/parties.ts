import { type Expression, type RawBuilder, sql } from 'kysely';
import { AppError } from '#protocol/app-error.ts';
import type { CustomerId, DeviceId, UserId } from '#protocol/ids.ts';
import { type PartyKey, partyKey } from '#protocol/party.ts';
import { type Iri, idOfIri, iri } from '#protocol/rest/field.ts';
import type { Db } from '#server/db/database.ts';
import { invalidField } from '#server/errors.ts';
import type { Principal } from '#server/principal.ts';
import { all, anyOf, type Condition, isOneOf, none, type Sorting } from './row-source.ts';

/** A user or a device: who owns pairs and groups, and who is called. */
export type PartyRef =
  | { readonly kind: 'user'; readonly id: UserId }
  | { readonly kind: 'device'; readonly id: DeviceId };

export type PartyIri = Iri<'users' | 'devices'>;

export const userIdOf = (principal: Principal): UserId | null =>
  principal.kind === 'user' || principal.kind === 'manager' ? principal.id : null;

export const partyOf = (principal: Principal | null): PartyRef | null => {
  if (principal?.kind === 'device') return { kind: 'device', id: principal.id };
  if (principal?.kind === 'user' || principal?.kind === 'manager') return { kind: 'user', id: principal.id };
  return null;
};

/** The context in which a manager reads objects as a manager, and not as one of the parties to them. */
export const asManager = <Context extends { readonly principal: Principal | null }>(
  context: Context,
): Context =>
  context.principal?.kind === 'manager'
    ? { ...context, principal: { ...context.principal, isManaging: true } }
    : context;

/**
 * The context in which a list is read. Managers read it as managers if its filters name customers, or owners or parties other
 * than themselves. `ofPeers`: the list belongs to one party already, and `party` names that party's peers.
 */
export const readerOf = <Context extends { readonly principal: Principal | null }>(
  context: Context,
  filters: Readonly<Record<string, readonly string[]>>,
  { ofPeers = false }: { readonly ofPeers?: boolean } = {},
): Context => {
  const parties = [...(filters.owner ?? []), ...((!ofPeers && filters.party) || [])].map(idOfIri);
  const self = partyOf(context.principal)?.id;
  const namesOthers = parties.length > 0 && !parties.some((id) => id === self);
  return namesOthers || namedCustomers(filters) !== null ? asManager(context) : context;
};

/** The customer that the asker belongs to; admins and guests belong to none. */
export const customerIdOf = (principal: Principal | null): CustomerId | null =>
  principal && 'customerId' in principal ? principal.customerId : null;

export const managedIds = (principal: Principal): readonly CustomerId[] =>
  principal.kind === 'manager' ? principal.manages : [];

/** Of two columns, of which one is set. */
export function partyOfColumns(userId: UserId | null, deviceId: DeviceId | null): PartyRef {
  if (userId !== null) return { kind: 'user', id: userId };
  if (deviceId !== null) return { kind: 'device', id: deviceId };
  throw new Error('The database allows no row without a user and a device');
}

export const partyIri = ({ kind, id }: PartyRef): PartyIri => iri(kind === 'user' ? 'users' : 'devices', id);

function partyOfIri(address: PartyIri): PartyRef {
  const id = idOfIri(address);
  return address.startsWith('/api/v1/users/')
    ? { kind: 'user', id: id as UserId }
    : { kind: 'device', id: id as DeviceId };
}

export const keyOf = (party: PartyRef): PartyKey => partyKey(party);

/** The party is the one of the two columns. */
export const isParty = (
  party: PartyRef | null,
  userColumn: Expression<unknown>,
  deviceColumn: Expression<unknown>,
): Condition => {
  if (party === null) return none;
  return sql<boolean>`${party.kind === 'user' ? userColumn : deviceColumn} = ${party.id}`;
};

/** `owner=…` of a list: ids or addresses, of users or devices. */
const ownerIs =
  (userColumn: Expression<unknown>, deviceColumn: Expression<unknown>) =>
  (values: readonly string[]): Condition => {
    const ids = values.map(idOfIri);
    return anyOf(isOneOf(userColumn, ids), isOneOf(deviceColumn, ids));
  };

/** `customer=…` of a list: ids or addresses. */
export const customerIs =
  (column: Expression<unknown>) =>
  (values: readonly string[]): Condition =>
    isOneOf(column, values.map(idOfIri));

/** `id[]=…` of a list: ids or addresses. */
export const idIs =
  (column: Expression<unknown>) =>
  (values: readonly string[]): Condition =>
    isOneOf(column, values.map(idOfIri));

/** What the asker may read of the customer that a row belongs to: its name, or null. */
export const readableCustomer = <Value>(
  principal: Principal | null,
  customerId: CustomerId | null,
  value: Value,
): Value | null => {
  if (principal === null || customerId === null) return null;
  const reads =
    principal.kind === 'admin' ||
    customerIdOf(principal) === customerId ||
    managedIds(principal).includes(customerId);
  return reads ? value : null;
};

/** `customer=…` of a list whose rows show their customer only to some: others find nothing by it. */
export const readableCustomerIs =
  (column: Expression<unknown>) =>
  (values: readonly string[], principal: Principal | null): Condition => {
    const named = values.map((value) => idOfIri(value) as CustomerId);
    return isOneOf(
      column,
      named.filter((id) => readableCustomer(principal, id, id) !== null),
    );
  };

/**
 * The rows of the customers that the asker manages. A list that names customers (`customer=…`, of the same column) asks
 * only what is still to be asked: two conditions on one column mislead the planner, and it plans differently for a
 * customer that exists, so that the time of the answer would tell which ones do.
 */
export const isManagedBy =
  (column: Expression<unknown>) =>
  (principal: Principal, named: readonly string[] | null = null): Condition => {
    const managed = managedIds(principal);
    if (named === null) return isOneOf(column, managed);
    const ofThem = named.filter((id) => managed.some((each) => each === id));
    return ofThem.length === named.length ? all : isOneOf(column, ofThem);
  };

/**
 * What all resources share whose rows have an owner, a user or a device in two columns, and with it a customer: who owns
 * a row, the reaches that come from that, and the filters (`ownership` of protocol/src/rest/filters.ts).
 */
export function ownedRows(table: string, userColumn: string, deviceColumn: string) {
  const [user, device] = [sql.ref(`${table}.${userColumn}`), sql.ref(`${table}.${deviceColumn}`)];
  const customer = sql.ref(`${table}.customer_id`);
  const isOwner = (party: PartyRef | null): Condition => isParty(party, user, device);
  return {
    isOwner,
    reaches: { own: (principal: Principal) => isOwner(partyOf(principal)), managed: isManagedBy(customer) },
    filters: {
      owner: ownerIs(user, device),
      customer: customerIs(customer),
      'owner.customer': customerIs(customer),
    },
  };
}

/** The two columns of a party in a row that is written. */
export const columnsOfParty = <Side extends 'owner' | 'target'>(side: Side, party: PartyRef) =>
  ({
    [`${side}_user_id`]: party.kind === 'user' ? party.id : null,
    [`${side}_device_id`]: party.kind === 'device' ? party.id : null,
  }) as Record<`${Side}_user_id`, UserId | null> & Record<`${Side}_device_id`, DeviceId | null>;

/** Who owns something new: the party that is named, by default the asker. */
export function ownerOf(principal: Principal | null, named: PartyIri | undefined): PartyRef {
  const owner = named === undefined ? partyOf(principal) : partyOfIri(named);
  if (owner === null) throw invalidField('owner', 'required');
  return owner;
}

/** In SQL, what people read who know the mail address of a party that is joined as a user or as a device. */
export const partyName = (user: string, device: string): RawBuilder<string> => {
  const column = (table: string, name: string) => sql.ref(`${table}.${name}`);
  return sql<string>`coalesce(nullif(${column(user, 'nickname')}, ''), ${column(user, 'mail')},
    nullif(${column(device, 'name')}, ''), ${column(device, 'serial_printed')})`;
};

/** In SQL, what all others read of a user (party-name.ts). */
export const shownUserName = (user: string): RawBuilder<string> => {
  const column = (name: string) => sql.ref(`${user}.${name}`);
  return sql<string>`coalesce(nullif(${column('nickname')}, ''), regexp_replace(${column('mail')}, '@[^@]*$', ''))`;
};

/** In SQL, what all others read of a party that is joined as a user or as a device (party-name.ts). */
export const shownPartyName = (user: string, device: string): RawBuilder<string> => {
  const column = (name: string) => sql.ref(`${device}.${name}`);
  return sql<string>`coalesce(${shownUserName(user)}, nullif(${column('name')}, ''), ${column('serial_printed')})`;
};

/** The ids of the customers that a list's filters name; null where they name none. */
export function namedCustomers(
  filters: Readonly<Record<string, readonly string[]>>,
): readonly string[] | null {
  return (filters.customer ?? filters['owner.customer'])?.map(idOfIri) ?? null;
}

/** The customer of a party; undefined where there is no such party. */
export async function findPartyCustomer(db: Db, party: PartyRef): Promise<CustomerId | undefined> {
  const row =
    party.kind === 'user'
      ? await db.selectFrom('users').where('id', '=', party.id).select('customer_id').executeTakeFirst()
      : await db.selectFrom('devices').where('id', '=', party.id).select('customer_id').executeTakeFirst();
  return row?.customer_id;
}

/** When a party last called a peer, as an order that has those never called at its end. */
export const lastCall = (party: PartyRef, peer: Expression<unknown>): Sorting => ({
  expression: sql`coalesce(
    (select max(started_at) from connections
      where ${sql.ref(party.kind === 'user' ? 'user_id' : 'device_id')} = ${party.id} and peer_id = ${peer}),
    '-infinity')`,
  direction: 'desc',
});

/** For what only users do. */
export function requireUser<Id>(id: Id | null): Id {
  if (id === null) throw new AppError('forbidden');
  return id;
}
