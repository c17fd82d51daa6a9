import { sql } from 'kysely';
import { AppError } from '#protocol/app-error.ts';
import type { DeviceId, PairId } from '#protocol/ids.ts';
import type { PartyKey, PresenceState } from '#protocol/party.ts';
import { idOfIri, iri } from '#protocol/rest/field.ts';
import { pairs as definition } from '#protocol/rest/resources/pair.ts';
import { isPrintedSerial, readSerial } from '#protocol/serial.ts';
import { issueOneTimeToken } from '#server/auth/one-time-token.ts';
import type { Db } from '#server/db/database.ts';
import { inNameOrder } from '#server/db/name-order.ts';
import { partiesOfGroups } from '#server/db/parties-of-groups.ts';
import { searchIndexes } from '#server/db/search-index.ts';
import { invalidField } from '#server/errors.ts';
import type { Inviter, Language } from '#server/mail/mail-content.ts';
import type { Principal } from '#server/principal.ts';
import type { ChangeContext } from '#server/rest/context.ts';
import { dateFilters } from '#server/rest/date-filters.ts';
import { assertNotAbove } from '#server/rest/managers.ts';
import {
  columnsOfParty,
  findPartyCustomer,
  idIs,
  isParty,
  keyOf,
  lastCall,
  managedIds,
  ownedRows,
  ownerOf,
  type PartyRef,
  partyIri,
  partyOf,
  partyOfColumns,
  readableCustomer,
} from '#server/rest/parties.ts';
import { groupsOfPair } from '#server/rest/party-events.ts';
import {
  anyOf,
  contains,
  containsByIndex,
  isOneOf,
  rowSource,
  type Sorting,
} from '#server/rest/row-source.ts';
import { serverResource } from '#server/rest/server-resource.ts';
import { totalOfTable } from '#server/rest/table-totals.ts';

/** Requests that wait at a device at once. */
const MAX_DEVICE_REQUESTS = 20;

const id = sql.ref<string>('pairs.id');
const owned = ownedRows('pairs', 'owner_user_id', 'owner_device_id');
const targetUser = sql.ref('pairs.target_user_id');
const targetDevice = sql.ref('pairs.target_device_id');

const rows = (db: Db) =>
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

type PairRow = Awaited<ReturnType<ReturnType<typeof rows>['page']>>[number];

const sides = [
  sql.ref('pairs.owner_user_id'),
  sql.ref('pairs.owner_device_id'),
  targetUser,
  targetDevice,
] as const;

const userCustomerIn = (ids: readonly string[]) => isOneOf(sql.ref('pairs.user_customer_id'), ids);
const deviceCustomerIn = (ids: readonly string[]) => isOneOf(sql.ref('pairs.device_customer_id'), ids);

/** There is a target: a request to a device that does not exist only repeats its owner. */
const matched = sql<boolean>`not pairs.unmatched`;

const isTarget = (party: PartyRef | null) =>
  sql<boolean>`(${isParty(party, targetUser, targetDevice)} and ${matched})`;
/** Whether the asker reads the pair as its target, whose other side is the owner. Managers read the pairs of their customers as the owner does. */
const isReadAsTarget = (principal: Principal | null) => {
  const isTheirs = isTarget(partyOf(principal));
  return principal?.kind === 'manager' && principal.isManaging
    ? sql<boolean>`(${isTheirs} and not ${isOneOf(sql.ref('pairs.customer_id'), principal.manages)})`
    : isTheirs;
};
export const isSide = (party: PartyRef | null) => anyOf(owned.isOwner(party), isTarget(party));

/** Of a party's pairs: those first who would answer, then the ones called most recently. */
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

/** The asker manages the invited side, and not the owner. */
const isOfInvited = (principal: Principal | null) => {
  const managed = principal ? managedIds(principal) : [];
  return sql<boolean>`(${anyOf(deviceCustomerIn(managed), userCustomerIn(managed))} and not ${isOneOf(sql.ref('pairs.customer_id'), managed)})`;
};

const ownerFinds = containsByIndex([sql.ref('pairs.search_text')], searchIndexes.pairs);
/** Looked up row by row, for the few that the asker is invited to: a join would read all users. */
const ownerColumns = [
  sql`(select mail || ' ' || nickname from users where id = pairs.owner_user_id)`,
  sql`(select serial_printed || ' ' || name from devices where id = pairs.owner_device_id)`,
];

const targetColumns = [
  sql`(select mail || ' ' || nickname from users where id = pairs.target_user_id)`,
  sql`(select serial_printed || ' ' || name from devices where id = pairs.target_device_id)`,
];

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
    id: idIs(id),
    party: (values) => {
      const ids = values.map(idOfIri);
      return anyOf(...sides.map((column) => isOneOf(column, ids)));
    },
    state: (values) => isOneOf(sql.ref('pairs.state'), values),
    ...dateFilters('created', sql.ref('pairs.created_at')),
  },
  orders: {
    created: id,
    name: inNameOrder(sql.ref('pairs.name')),
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
      sql<boolean>`(${asOwner} and ${isInvited} is not true)`,
      sql<boolean>`(${isReadAsTarget(principal)} and ${contains(ownerColumns, text)})`,
      sql<boolean>`(${isOfInvited(principal)} and ${contains([...ownerColumns, ...targetColumns], text)})`,
    );
  },
  cheapTotal: ({ db }, reach, filters) => totalOfTable(db, 'pairs', reach, filters),
  constraints: { pairs_once: { propertyPath: '', code: 'pair-exists' } },

  show(row, { principal, deps }) {
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
      ownerName: shownNameOf(owner),
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
  },

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

  async update(context, row, body) {
    if (!isOwners(row, context.principal)) throw new AppError('forbidden');
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
const isOwners = (row: PairRow, principal: Principal | null): boolean =>
  isOfManaged(row, principal) ||
  partyOf(principal)?.id === partyOfColumns(row.owner_user_id, row.owner_device_id).id;

const sideIds = (row: PairRow): readonly (string | null)[] => [
  row.owner_user_id,
  row.owner_device_id,
  row.target_user_id,
  row.target_device_id,
];

/**
 * Presence, and the names that the two show in calls: a mail address only of people who have set no name, and not what the owner calls the
 * other (C7).
 */
function shownToMembers(row: PairRow, { owner, target }: ReturnType<typeof sidesOf>, present: PresenceState) {
  const presence = row.state === 'VERIFIED' ? present : 'offline';
  const name = shownNameOf(target);
  return {
    id: row.id,
    owner: partyIri(owner.party),
    ownerName: shownNameOf(owner),
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

const shownNameOf = ({ nickname, mail, printed }: Side): string => nickname || mail || printed || '';

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

type PairSides = Pick<
  PairRow,
  'id' | 'owner_user_id' | 'owner_device_id' | 'target_user_id' | 'target_device_id'
>;

export function publishPair(context: ChangeContext, row: PairSides, callable: boolean): void {
  context.publish({
    type: 'pair-changed',
    pairId: row.id,
    parties: [
      ...new Set([
        keyOf(partyOfColumns(row.owner_user_id, row.owner_device_id)),
        keyOf(partyOfColumns(row.target_user_id, row.target_device_id)),
      ]),
    ],
    callable,
  });
}

/** A verified user; anything else is refused in the same words and the same time. Mails the approval link. */
export async function inviteUser(
  context: ChangeContext,
  owner: PartyRef,
  mail: string,
  name: string,
): Promise<PairId> {
  await context.deps.auth.limits.attempt('mail', { address: context.address, account: mail });
  const user = await context.db
    .selectFrom('users')
    .where('mail_key', '=', mail.toLowerCase())
    .where('state', '=', 'VERIFIED')
    .select(['id', 'mail', 'lang'])
    .executeTakeFirst();
  if (!user) throw invalidField('mail', 'pair-user-unknown');
  if (user.id === owner.id) throw invalidField('mail', 'pair-self');
  const target: PartyRef = { kind: 'user', id: user.id };
  const pairId = await insertPair(context, owner, target, { name, field: 'mail' });
  await mailInvitation(context, owner, user, pairId);
  return pairId;
}

/** The link expires, and mails get lost. A device needs none: it shows the request until someone answers it. */
export async function resendInvitation(context: ChangeContext, pair: PairRow): Promise<void> {
  if (!isOwners(pair, context.principal)) throw new AppError('forbidden');
  const owner = partyOfColumns(pair.owner_user_id, pair.owner_device_id);
  if (owner.kind === 'user') await assertNotAbove(context, owner.id);
  if (pair.state === 'VERIFIED') throw new AppError('approval-used');
  if (pair.unmatched || pair.target_user_id === null) return;
  const user = await context.db
    .selectFrom('users')
    .where('id', '=', pair.target_user_id)
    .select(['mail', 'lang'])
    .executeTakeFirstOrThrow();
  await context.deps.auth.limits.attempt('mail', { address: context.address, account: user.mail });
  await mailInvitation(context, owner, user, pair.id);
}

async function mailInvitation(
  { db, deps }: ChangeContext,
  owner: PartyRef,
  user: { readonly mail: string; readonly lang: Language },
  pairId: PairId,
): Promise<void> {
  const token = await issueOneTimeToken(db, 'approve-pair', pairId);
  await deps.queueMail(db, {
    to: user.mail,
    sender: owner.id,
    about: `pair:${owner.id}`,
    lang: user.lang,
    content: {
      kind: 'pair-invitation',
      inviter: await inviterOf(db, owner),
      link: deps.links.approvePair(token, pairId),
    },
  });
}

/**
 * By long or printed serial. The kiosk's page, or a manager of its customer, approves: no mail. Anyone who asks gets the same
 * answer whether or not there is such a device (docs/adr/0013-requests-to-devices.md).
 */
async function inviteDevice(
  context: ChangeContext,
  owner: PartyRef,
  typed: string,
  name: string,
): Promise<PairId> {
  const serial = readSerial(typed);
  if (serial === undefined && !isPrintedSerial(typed)) throw invalidField('serialLong', 'serial-invalid');
  const asked = { asked_long: serial?.long ?? null, asked_printed: serial?.printed ?? typed };
  const device = await context.db
    .selectFrom('devices')
    .where('serial_printed', '=', asked.asked_printed)
    .$if(serial !== undefined, (query) => query.where('serial', '=', serial?.long ?? ''))
    .select(['id', 'customer_id'])
    .executeTakeFirst();
  if (device?.id === owner.id) throw invalidField('serialLong', 'pair-self');
  const { principal } = context;
  const manages = device && principal && managedIds(principal).includes(device.customer_id);
  if (!manages) {
    const { limits } = context.deps.auth;
    await limits.attempt('device-request', { address: context.address, account: owner.id });
  }
  await lock(context, `${owner.id}\n${asked.asked_printed}`);
  const pending = await context.db
    .selectFrom('pairs')
    .where(owned.isOwner(owner))
    .where('state', '=', 'INVITED')
    .where('asked_printed', '=', asked.asked_printed)
    .select('id')
    .executeTakeFirst();
  if (pending) throw invalidField('serialLong', 'pair-exists');
  const takes = device !== undefined && (manages || (await takesRequests(context, device.id)));
  return await insertPair(context, owner, takes ? { kind: 'device', id: device.id } : owner, {
    name,
    field: 'serialLong',
    asked: { ...asked, unmatched: !takes },
  });
}

/** A kiosk shows no more requests than someone could look through; further ones go nowhere. */
async function takesRequests(context: ChangeContext, deviceId: DeviceId): Promise<boolean> {
  await lock(context, deviceId);
  const waiting = await context.db
    .selectFrom('pairs')
    .where('target_device_id', '=', deviceId)
    .where('state', '=', 'INVITED')
    .where('unmatched', '=', false)
    .select('id')
    .limit(MAX_DEVICE_REQUESTS)
    .execute();
  return waiting.length < MAX_DEVICE_REQUESTS;
}

const lock = (context: ChangeContext, key: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(context.db);

interface NewPair {
  readonly name: string;
  readonly field: 'mail' | 'serialLong';
  readonly asked?: {
    readonly asked_long: string | null;
    readonly asked_printed: string;
    readonly unmatched: boolean;
  };
}

async function insertPair(
  context: ChangeContext,
  owner: PartyRef,
  target: PartyRef,
  { name, field, asked }: NewPair,
): Promise<PairId> {
  // One pair of two parties, no matter who invited: both of them may call. The lock, since each may invite the other at once.
  await lock(context, [owner.id, target.id].sort().join());
  const there = await context.db
    .selectFrom('pairs')
    .where(isSide(owner))
    .where(isSide(target))
    // A request to no one repeats its owner, and is in the way of none.
    .where(sql<boolean>`${owner.id !== target.id}::boolean`)
    .select('id')
    .executeTakeFirst();
  if (there) throw invalidField(field, 'pair-exists');
  const made = await context.db
    .insertInto('pairs')
    .values({ name, ...asked, ...columnsOfParty('owner', owner), ...columnsOfParty('target', target) })
    .returning(['id', 'owner_user_id', 'owner_device_id', 'target_user_id', 'target_device_id'])
    .executeTakeFirstOrThrow();
  publishPair(context, made, false);
  const customerId = await findPartyCustomer(context.db, owner);
  await context.audit('create', 'pairs', made.id, customerId ?? null);
  return made.id;
}

/** Who invites by a mail. */
export async function inviterOf(db: Db, party: PartyRef): Promise<Inviter> {
  if (party.kind === 'user') {
    const user = await db
      .selectFrom('users')
      .where('id', '=', party.id)
      .select(['nickname', 'mail'])
      .executeTakeFirstOrThrow();
    return { kind: 'user', ...user };
  }
  const device = await db
    .selectFrom('devices')
    .where('id', '=', party.id)
    .select(['name', 'serial_printed'])
    .executeTakeFirstOrThrow();
  return { kind: 'device', name: device.name || device.serial_printed };
}
