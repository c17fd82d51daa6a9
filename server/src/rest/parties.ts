import { type Expression, sql } from 'kysely';
import type { CustomerId, DeviceId, UserId } from '#protocol/ids.ts';
import { type PartyKey, partyKey } from '#protocol/party.ts';
import { type Iri, idOfIri, iri } from '#protocol/rest/field.ts';
import type { Db } from '#server/db/database.ts';
import type { Principal } from '#server/principal.ts';
import { anyOf, type Condition, isOneOf, none } from './row-source.ts';

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

export function partyOfIri(address: PartyIri): PartyRef {
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
export const ownerIs =
  (userColumn: Expression<unknown>, deviceColumn: Expression<unknown>) =>
  (values: readonly string[]): Condition => {
    const ids = values.map(idOfIri);
    return anyOf(isOneOf(userColumn, ids), isOneOf(deviceColumn, ids));
  };

/** Which party an id is, wherever it lives; undefined where it is neither. */
export async function findPartyCustomer(db: Db, party: PartyRef): Promise<CustomerId | undefined> {
  const row =
    party.kind === 'user'
      ? await db.selectFrom('users').where('id', '=', party.id).select('customer_id').executeTakeFirst()
      : await db.selectFrom('devices').where('id', '=', party.id).select('customer_id').executeTakeFirst();
  return row?.customer_id;
}
