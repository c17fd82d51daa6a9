import type { PresenceState } from '#protocol/party.ts';
import { iri } from '#protocol/rest/field.ts';
import { shownUserName } from '#server/party-name.ts';
import type { Principal } from '#server/principal.ts';
import type { RequestContext } from '#server/rest/context.ts';
import {
  keyOf,
  managedIds,
  type PartyRef,
  partyIri,
  partyOf,
  partyOfColumns,
  readableCustomer,
} from '#server/rest/parties.ts';
import type { PairRow } from './pair-rows.ts';

/** A pair as the asker reads it. */
export function showPair(row: PairRow, { principal, deps }: RequestContext) {
  const { owner, target } = sidesOf(row);
  const asker = partyOf(principal);
  if (!concerns(row, principal)) {
    return shownToMembers(row, { owner, target }, deps.presence.stateOf(keyOf(target.party)));
  }
  const isManagers = isOfManaged(row, principal);
  const readsAsManager = principal?.kind === 'manager' && principal.isManaging && isManagers;
  const askerIsTarget = !readsAsManager && !row.unmatched && asker !== null && asker.id === target.party.id;
  const other = askerIsTarget ? owner : knowsTarget(row, principal) ? target : asked(row);
  // What the owner calls the other side is the owner's own.
  const name = !askerIsTarget && isOwners(row, principal) ? row.name : '';
  const presence =
    row.state === 'VERIFIED'
      ? deps.presence.stateOf(keyOf((askerIsTarget ? owner : target).party))
      : 'offline';
  const label = other.printed ?? other.mail ?? '';
  const shownName = name || other.nickname;
  return {
    id: row.id,
    owner: partyIri(owner.party),
    ownerName:
      isManagers || askerIsTarget || asker?.id === owner.party.id ? shownNameOf(owner) : nameForAll(owner),
    ownerMail: isManagers ? owner.mail : null,
    ownerSerialPrinted: isManagers ? owner.printed : null,
    customer: readableCustomer(principal, row.customer_id, iri('customers', row.customer_id)),
    customerName: readableCustomer(principal, row.customer_id, row.customer_name),
    peer: other.party && partyIri(other.party),
    mail: other.mail,
    serialLong: other.serial,
    serialPrinted: other.printed,
    name,
    nickname: other.nickname,
    label: shownName === '' ? label : `${label}\n(${shownName})`,
    state: row.state,
    verifyLink: row.state === 'VERIFIED' ? null : `/user/approval?target=${row.id}`,
    online: presence !== 'offline',
    presence,
    created: row.created_at.toISOString(),
  };
}

interface Side<Party = PartyRef> {
  readonly party: Party;
  readonly mail: string | null;
  readonly nickname: string;
  readonly serial: string | null;
  readonly printed: string | null;
}

const sidesOf = (row: PairRow): { readonly owner: Side; readonly target: Side } => ({
  owner: {
    party: partyOfColumns(row.owner_user_id, row.owner_device_id),
    mail: row.owner_mail,
    nickname: row.owner_nickname ?? row.owner_device_name ?? '',
    serial: row.owner_serial,
    printed: row.owner_printed,
  },
  target: {
    party: partyOfColumns(row.target_user_id, row.target_device_id),
    mail: row.target_mail,
    nickname: row.target_nickname ?? row.target_device_name ?? '',
    serial: row.target_serial,
    printed: row.target_printed,
  },
});

/** The asker is one of the two, or manages one of them. Anyone else reads the pair as a member of a group with it. */
function concerns(row: PairRow, principal: Principal | null): boolean {
  if (principal === null) return false;
  const asker = partyOf(principal)?.id;
  const managed: readonly (string | null)[] = managedIds(principal);
  return (
    principal.kind === 'admin' ||
    (asker !== undefined && sideIds(row).includes(asker)) ||
    managed.includes(row.customer_id) ||
    managesInvited(row, principal)
  );
}

/** The asker manages the invited device or user. */
function managesInvited(row: PairRow, principal: Principal | null): boolean {
  const managed: readonly (string | null)[] = principal ? managedIds(principal) : [];
  return [row.device_customer_id, row.user_customer_id].some((id) => id !== null && managed.includes(id));
}

/** The asker is an administrator, or a manager of the owner's customer. */
const isOfManaged = (row: PairRow, principal: Principal | null): boolean =>
  principal?.kind === 'admin' || (principal !== null && managedIds(principal).includes(row.customer_id));

/** What the owner decides: the asker is the owner, or as `isOfManaged`. */
export const isOwners = (row: PairRow, principal: Principal | null): boolean =>
  isOfManaged(row, principal) ||
  partyOf(principal)?.id === partyOfColumns(row.owner_user_id, row.owner_device_id).id;

const sideIds = (row: PairRow): readonly (string | null)[] => [
  row.owner_user_id,
  row.owner_device_id,
  row.target_user_id,
  row.target_device_id,
];

/** Presence, and the names that the two show in calls: no mail address, and not what the owner calls the other (C7). */
function shownToMembers(row: PairRow, { owner, target }: ReturnType<typeof sidesOf>, present: PresenceState) {
  const presence = row.state === 'VERIFIED' ? present : 'offline';
  const name = nameForAll(target);
  return {
    id: row.id,
    owner: partyIri(owner.party),
    ownerName: nameForAll(owner),
    ownerMail: null,
    ownerSerialPrinted: null,
    customer: null,
    customerName: null,
    peer: partyIri(target.party),
    mail: null,
    serialLong: null,
    serialPrinted: null,
    name: '',
    nickname: name,
    label: name,
    state: row.state,
    verifyLink: null,
    online: presence !== 'offline',
    presence,
    created: row.created_at.toISOString(),
  };
}

/** Of someone whose mail address the asker knows. */
const shownNameOf = ({ nickname, mail, printed }: Side): string => nickname || mail || printed || '';

const nameForAll = ({ nickname, mail, printed }: Side): string =>
  shownUserName({ nickname, mail: mail ?? '' }) || printed || '';

/** Who the other side is, is theirs to tell by approving; anyone who manages it knows it anyway. */
function knowsTarget(row: PairRow, principal: Principal | null): boolean {
  if (row.state === 'VERIFIED') return true;
  if (row.unmatched || principal === null) return false;
  return principal.kind === 'admin' || managesInvited(row, principal);
}

/** What the owner typed, and no more. */
const asked = (row: PairRow): Side<PartyRef | null> => ({
  party: row.target_user_id === null || row.unmatched ? null : { kind: 'user', id: row.target_user_id },
  mail: row.unmatched ? null : row.target_mail,
  nickname: '',
  serial: row.asked_long,
  printed: row.unmatched || row.target_device_id !== null ? (row.asked_printed ?? row.target_printed) : null,
});
