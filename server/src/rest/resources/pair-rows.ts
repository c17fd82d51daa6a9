import { sql } from 'kysely';
import type { PartyKey, PresenceState } from '#protocol/party.ts';
import type { Db } from '#server/db/database.ts';
import type { Principal } from '#server/principal.ts';
import { isParty, lastCall, ownedRows, type PartyRef, partyOf, shownUserName } from '#server/rest/parties.ts';
import { anyOf, isOneOf, rowSource, type Sorting } from '#server/rest/row-source.ts';

export const id = sql.ref<string>('pairs.id');
export const owned = ownedRows('pairs', 'owner_user_id', 'owner_device_id');
const targetUser = sql.ref('pairs.target_user_id');
export const targetDevice = sql.ref('pairs.target_device_id');

export const rows = (db: Db) =>
  rowSource(
    db
      .selectFrom('pairs')
      .leftJoin('users as ou', 'ou.id', 'pairs.owner_user_id')
      .leftJoin('devices as od', 'od.id', 'pairs.owner_device_id')
      .leftJoin('users as tu', 'tu.id', 'pairs.target_user_id')
      .leftJoin('devices as td', 'td.id', 'pairs.target_device_id')
      .leftJoin('customers', 'customers.id', 'pairs.customer_id')
      .select([
        'pairs.id',
        'pairs.revision',
        'pairs.owner_user_id',
        'pairs.owner_device_id',
        'pairs.target_user_id',
        'pairs.target_device_id',
        'pairs.name',
        'pairs.state',
        'pairs.created_at',
        'pairs.customer_id',
        'customers.name as customer_name',
        'pairs.device_customer_id',
        'pairs.user_customer_id',
        'pairs.asked_long',
        'pairs.asked_printed',
        'pairs.unmatched',
        'ou.mail as owner_mail',
        'ou.nickname as owner_nickname',
        'od.serial as owner_serial',
        'od.serial_printed as owner_printed',
        'od.name as owner_device_name',
        'tu.mail as target_mail',
        'tu.nickname as target_nickname',
        'td.serial as target_serial',
        'td.serial_printed as target_printed',
        'td.name as target_device_name',
      ]),
    id,
  );

export type PairRow = Awaited<ReturnType<ReturnType<typeof rows>['page']>>[number];

export const sides = [
  sql.ref('pairs.owner_user_id'),
  sql.ref('pairs.owner_device_id'),
  targetUser,
  targetDevice,
] as const;

export const userCustomerIn = (ids: readonly string[]) => isOneOf(sql.ref('pairs.user_customer_id'), ids);
export const deviceCustomerIn = (ids: readonly string[]) => isOneOf(sql.ref('pairs.device_customer_id'), ids);

/** There is a target: a request to a device that does not exist only repeats its owner. */
export const matched = sql<boolean>`not pairs.unmatched`;

export const isTarget = (party: PartyRef | null) =>
  sql<boolean>`(${isParty(party, targetUser, targetDevice)} and ${matched})`;
/** Whether the asker reads the pair as its target, whose other side is the owner. Managers read the pairs of their customers as the owner does. */
export const isReadAsTarget = (principal: Principal | null) => {
  const isTheirs = isTarget(partyOf(principal));
  return principal?.kind === 'manager' && principal.isManaging
    ? sql<boolean>`(${isTheirs} and not ${isOneOf(sql.ref('pairs.customer_id'), principal.manages)})`
    : isTheirs;
};
/** What the members of a group read of each other, looked up for the few of one group. */
export const nameForMembers = sql<string>`coalesce(
  (select ${shownUserName('users')} from users where id = pairs.target_user_id),
  (select coalesce(nullif(name, ''), serial_printed) from devices where id = pairs.target_device_id), '')`;

export const isSide = (party: PartyRef | null) => anyOf(owned.isOwner(party), isTarget(party));

/** Orders the pairs of a party: the other side online, then busy, then the rest; within each by the last call, newest first. */
export function likelyFirst(
  party: PartyRef,
  present: ReadonlyMap<PartyKey, PresenceState>,
): readonly Sorting[] {
  const idsIn = (state: PresenceState) =>
    [...present].flatMap(([key, each]) => (each === state ? [key.slice(key.indexOf(':') + 1)] : []));
  const peer = sql`case when ${owned.isOwner(party)}
    then coalesce(${targetUser}, ${targetDevice}) else coalesce(${sides[0]}, ${sides[1]}) end`;
  const rank = sql`case when ${peer} = any(${idsIn('online')}::uuid[]) then 0
    when ${peer} = any(${idsIn('busy')}::uuid[]) then 1 else 2 end`;
  return [
    { expression: rank, direction: 'asc' },
    lastCall(party, peer),
    { expression: id, direction: 'asc' },
  ];
}
