import { type RawBuilder, sql } from 'kysely';
import { AppError } from '#protocol/app-error.ts';
import type { Violation } from '#protocol/errors.ts';
import type { DeviceId, GroupId, PairId, UserId } from '#protocol/ids.ts';
import { isolated } from '#protocol/isolated.ts';
import { partyKey } from '#protocol/party.ts';
import type { CreationOf, ReplacementOf } from '#protocol/rest/define-resource.ts';
import { idOfIri, iri } from '#protocol/rest/field.ts';
import { groups as definition } from '#protocol/rest/resources/group.ts';
import { revokeGuestLinks } from '#server/auth/guest-link.ts';
import type { Db } from '#server/db/database.ts';
import { inNameOrder } from '#server/db/name-order.ts';
import { partiesOfGroups } from '#server/db/parties-of-groups.ts';
import { searchIndexes } from '#server/db/search-index.ts';
import { invalidField, violation } from '#server/errors.ts';
import type { Principal } from '#server/principal.ts';
import type { ChangeContext } from '#server/rest/context.ts';
import { bodyTime } from '#server/rest/date-filters.ts';
import { assertFitsCall } from '#server/rest/group-size.ts';
import { assertNotAbove } from '#server/rest/managers.ts';
import {
  columnsOfParty,
  findPartyCustomer,
  idIs,
  isParty,
  lastCall,
  managedIds,
  ownedRows,
  ownerOf,
  type PartyRef,
  partyIri,
  partyName,
  partyOf,
  partyOfColumns,
  readableCustomer,
  readableCustomerIs,
  shownPartyName,
} from '#server/rest/parties.ts';
import {
  anyOf,
  type Condition,
  containsByIndex,
  none,
  rowSource,
  type Sorting,
} from '#server/rest/row-source.ts';
import { serverResource } from '#server/rest/server-resource.ts';
import { totalOfTable } from '#server/rest/table-totals.ts';

const id = sql.ref<string>('groups.id');
const owned = ownedRows('groups', 'owner_user_id', 'owner_device_id');
/** Members of other customers don't read whose the group is. */
const isOfCustomer = readableCustomerIs(sql.ref('groups.customer_id'));

/** Who is a member by a pair: the side that is not the group's owner. */
const isOwnersPair = sql<boolean>`(p.owner_user_id = groups.owner_user_id or p.owner_device_id = groups.owner_device_id)`;

/** A member, as its pair tells. */
interface Member {
  readonly pair: PairId;
  /** Null of a request to a device that does not exist. */
  readonly id: string | null;
  /** What the group's owner calls the member. */
  readonly name: string;
  /** What the member is called by everyone else. */
  readonly shownName: string;
  readonly approved: boolean;
}

const memberRows = sql<readonly Member[]>`(
  select coalesce(json_agg(json_build_object(
    'pair', p.id,
    'id', case when p.unmatched then null when ${isOwnersPair}
      then coalesce(p.target_user_id, p.target_device_id)
      else coalesce(p.owner_user_id, p.owner_device_id) end,
    'name', case when ${isOwnersPair}
      then coalesce(nullif(p.name, ''),
        case when p.state = 'INVITED' then coalesce(p.asked_printed, tu.mail, td.serial_printed) end,
        ${partyName('tu', 'td')})
      else ${partyName('ou', 'od')} end,
    'shownName', case when ${isOwnersPair} then ${shownPartyName('tu', 'td')} else ${shownPartyName('ou', 'od')} end,
    'approved', p.state = 'VERIFIED') order by p.id), '[]')
  from group_members gm
  join pairs p on p.id = gm.pair_id
  left join users ou on ou.id = p.owner_user_id
  left join devices od on od.id = p.owner_device_id
  left join users tu on tu.id = p.target_user_id
  left join devices td on td.id = p.target_device_id
  where gm.group_id = groups.id)`;

const isAvailable = sql<boolean>`(
  (groups.starts_at is null or groups.starts_at <= now()) and (groups.ends_at is null or groups.ends_at > now()))`;

/** By start and end. */
const states: Readonly<Record<string, Condition>> = {
  before: sql<boolean>`groups.starts_at > now()`,
  now: isAvailable,
  after: sql<boolean>`groups.ends_at <= now()`,
};

/** Looked up group by group: there are few, and to join their owners would read all users. */
const ownerName = sql`coalesce(
  (select coalesce(nullif(nickname, ''), mail) from users where id = groups.owner_user_id),
  (select coalesce(nullif(name, ''), serial_printed) from devices where id = groups.owner_device_id))`;

/** A node that was killed along with its server leaves its rooms' leases behind: they say nothing once it is silent. */
const NODE_SILENT_S = 60;
const isUnderWay = sql<boolean>`coalesce(media_nodes.heartbeat_at > now() - ${NODE_SILENT_S} * interval '1 second', false)`;

const rows = (db: Db) =>
  rowSource(
    db
      .selectFrom('groups')
      .leftJoin('users as gu', 'gu.id', 'groups.owner_user_id')
      .leftJoin('devices as gd', 'gd.id', 'groups.owner_device_id')
      .leftJoin('customers', 'customers.id', 'groups.customer_id')
      .leftJoin('room_leases', 'room_leases.target_id', 'groups.id')
      .leftJoin('media_nodes', 'media_nodes.id', 'room_leases.node_id')
      .select([
        'groups.id',
        'groups.revision',
        'groups.name',
        'groups.owner_user_id',
        'groups.owner_device_id',
        'groups.starts_at',
        'groups.ends_at',
        'groups.auto_record',
        'groups.created_at',
        'groups.customer_id',
        'customers.name as customer_name',
        partyName('gu', 'gd').as('owner_name'),
        isUnderWay.as('online'),
        isAvailable.as('available'),
        sql<PairId[]>`array(select pair_id from group_members where group_id = groups.id order by 1)`.as(
          'pairs',
        ),
        sql<string[]>`array(select mail from group_guests where group_id = groups.id order by 1)`.as(
          'guests',
        ),
        memberRows.as('members'),
      ]),
    id,
  );

type GroupRow = Awaited<ReturnType<ReturnType<typeof rows>['page']>>[number];

/** The owner, and who manages the owner. Members read less: each other, by the names that they show themselves (C7). */
export function readsAsOwner(
  row: Pick<GroupRow, 'owner_user_id' | 'owner_device_id' | 'customer_id'>,
  principal: Principal | null,
): boolean {
  if (principal === null) return false;
  return (
    principal.kind === 'admin' ||
    partyOf(principal)?.id === (row.owner_user_id ?? row.owner_device_id) ||
    managedIds(principal).includes(row.customer_id)
  );
}

interface ShownPeople {
  readonly members: readonly Pick<Member, 'pair' | 'id' | 'name'>[];
  /** Mail addresses. */
  readonly guests: readonly string[];
}

/** Guests have approved nothing: members read only how many there are (C7). */
const peopleFor = (row: GroupRow, principal: Principal | null): ShownPeople =>
  readsAsOwner(row, principal)
    ? row
    : {
        members: row.members
          .filter(({ approved }) => approved)
          .map(({ pair, id, shownName }) => ({ pair, id, name: shownName })),
        guests: [],
      };

/** A member is anyone who stands on the other side of one of the owner's approved pairs. */
const isMember = (party: PartyRef | null): Condition => isInvited(party, sql.table('group_members'));

/** Not a member, but may join the present call (SPEC.md, G14). */
const isAdded = (party: PartyRef | null): Condition => isInvited(party, sql.table('call_additions'));

const isInvited = (party: PartyRef | null, invitations: RawBuilder<unknown>): Condition => {
  if (party === null) return none;
  const isSide = anyOf(
    isParty(party, sql.ref('p.owner_user_id'), sql.ref('p.owner_device_id')),
    isParty(party, sql.ref('p.target_user_id'), sql.ref('p.target_device_id')),
  );
  return sql<boolean>`${id} in (
    select gm.group_id from pairs p join ${invitations} gm on gm.pair_id = p.id
    where p.state = 'VERIFIED' and ${isSide})`;
};

/** Of the groups that a party can call: those first where a call is under way, then the ones called most recently. */
export const likelyFirst = (party: PartyRef): readonly Sorting[] => [
  { expression: isUnderWay, direction: 'desc' },
  lastCall(party, id),
  { expression: id, direction: 'asc' },
];

/** An address names a user or a device; a bare id may be of either. */
const asParties = (named: string): readonly PartyRef[] => {
  const id = idOfIri(named);
  const user = { kind: 'user', id: id as UserId } as const;
  const device = { kind: 'device', id: id as DeviceId } as const;
  if (named === id) return [user, device];
  return named.includes('/users/') ? [user] : [device];
};

const takesPart = (party: PartyRef | null): Condition => anyOf(owned.isOwner(party), isMember(party));

/** Whose call the party may join now. */
export const canCall = (party: PartyRef | null): Condition =>
  sql<boolean>`(${anyOf(takesPart(party), isAdded(party))} and ${isAvailable})`;

export const groupsResource = serverResource({
  definition,
  table: 'groups',
  rows,
  id,
  reaches: { ...owned.reaches, side: (principal) => takesPart(partyOf(principal)) },
  filters: {
    id: idIs(id),
    ...owned.filters,
    customer: isOfCustomer,
    'owner.customer': isOfCustomer,
    state: (values) => anyOf(...values.map((value) => states[value] ?? none)),
    party: (values) => anyOf(...values.flatMap(asParties).map(takesPart)),
    userId: (values) =>
      sql<boolean>`(${anyOf(...values.map((value) => takesPart({ kind: 'user', id: idOfIri(value) as UserId })))} and ${isAvailable})`,
  },
  orders: {
    created: id,
    name: inNameOrder(sql.ref('groups.name')),
    start: sql.ref('groups.starts_at'),
    end: sql.ref('groups.ends_at'),
    owner: inNameOrder(ownerName),
  },
  search: containsByIndex([sql.ref('groups.name')], searchIndexes.groups),
  cheapTotal: ({ db }, reach, filters) => totalOfTable(db, 'groups', reach, filters),

  show(row, { principal, deps }) {
    const asker = partyOf(principal)?.id;
    const owner = partyOfColumns(row.owner_user_id, row.owner_device_id);
    const { members, guests } = peopleFor(row, principal);
    const unnamed = row.guests.length - guests.length;
    return {
      id: row.id,
      owner: partyIri(owner),
      ownerName: row.owner_name,
      ownerPresence: deps.presence.stateOf(partyKey(owner)),
      customer: readableCustomer(principal, row.customer_id, iri('customers', row.customer_id)),
      customerName: readableCustomer(principal, row.customer_id, row.customer_name),
      name: row.name,
      memberPairs: members.map(({ pair }) => iri('pairs', pair)),
      guests: [...guests],
      guestCount: row.guests.length,
      memberLabel: [
        ...members.map(({ name }) => isolated(name)),
        ...guests,
        ...(unnamed > 0 ? [`+${unnamed}`] : []),
      ].join(', '),
      others: [
        ...(owner.id === asker ? [] : [row.owner_name]),
        ...members.filter(({ id }) => id !== asker).map(({ name }) => name),
        ...guests,
      ],
      start: row.starts_at?.toISOString() ?? null,
      end: row.ends_at?.toISOString() ?? null,
      autoRecord: row.auto_record,
      available: row.available,
      online: row.online,
      created: row.created_at.toISOString(),
    };
  },

  async create(context, body) {
    assertFitsCall(body);
    const owner = ownerOf(context.principal, body.owner);
    if (owner.kind === 'user') await assertNotAbove(context, owner.id);
    const made = await context.db
      .insertInto('groups')
      .values({ name: body.name, ...callsOf(body), ...columnsOfParty('owner', owner) })
      .returning('id')
      .executeTakeFirstOrThrow();
    await writeMembers(context, made.id, owner, body);
    await publishGroup(context, made.id, []);
    const customerId = await findPartyCustomer(context.db, owner);
    await context.audit('create', 'groups', made.id, customerId ?? null);
    return made;
  },

  async update(context, row, body) {
    assertFitsCall(body, row);
    const before = await partiesOf(context, row.id);
    await context.db
      .updateTable('groups')
      .set(({ eb }) => ({ name: body.name, ...callsOf(body), revision: eb('revision', '+', 1) }))
      .where('id', '=', row.id)
      .execute();
    await context.db.deleteFrom('group_members').where('group_id', '=', row.id).execute();
    await context.db.deleteFrom('group_guests').where('group_id', '=', row.id).execute();
    await writeMembers(context, row.id, partyOfColumns(row.owner_user_id, row.owner_device_id), body);
    await revokeLinksOfOthers(context, row.id, body.guests ?? []);
    await publishGroup(context, row.id, before);
    await context.audit('update', 'groups', row.id, row.customer_id);
  },

  async delete(context, row) {
    const parties = await partiesOf(context, row.id);
    await context.db.deleteFrom('groups').where('id', '=', row.id).execute();
    context.publish({ type: 'group-deleted', groupId: row.id, parties });
    await context.audit('delete', 'groups', row.id, row.customer_id);
  },
});

type GroupBody = CreationOf<typeof definition> | ReplacementOf<typeof definition>;

/** When it can be called, and what becomes of its calls. */
function callsOf({ start = null, end = null, autoRecord = false }: GroupBody): {
  starts_at: Date | null;
  ends_at: Date | null;
  auto_record: boolean;
} {
  const starts = start === null ? null : bodyTime('start', start);
  const ends = end === null ? null : bodyTime('end', end);
  if (starts && ends && ends.getTime() <= starts.getTime()) throw invalidField('end', 'end-before-start');
  return { starts_at: starts, ends_at: ends, auto_record: autoRecord };
}

async function writeMembers(
  context: ChangeContext,
  groupId: GroupId,
  owner: PartyRef,
  { memberPairs = [], guests = [] }: GroupBody,
): Promise<void> {
  const pairIds = memberPairs.map((address) => idOfIri(address) as PairId);
  if (pairIds.length > 0) {
    const owned = await context.db
      .selectFrom('pairs')
      .where('id', 'in', pairIds)
      .where(
        anyOf(
          isParty(owner, sql.ref('owner_user_id'), sql.ref('owner_device_id')),
          isParty(owner, sql.ref('target_user_id'), sql.ref('target_device_id')),
        ),
      )
      .select('id')
      .execute();
    const violations = pairIds.flatMap((pairId, index): Violation[] =>
      owned.some((pair) => pair.id === pairId) ? [] : [violation(`memberPairs[${index}]`, 'member-foreign')],
    );
    if (violations.length > 0) throw new AppError('validation-failed', { violations });
    await context.db
      .insertInto('group_members')
      .values(pairIds.map((pairId) => ({ group_id: groupId, pair_id: pairId })))
      .execute();
  }
  const mails = [...new Set(guests.map((mail) => mail.toLowerCase()))];
  if (mails.length > 0) {
    await context.db
      .insertInto('group_guests')
      .values(mails.map((mail) => ({ group_id: groupId, mail })))
      .execute();
  }
}

/** Who is no longer a guest loses the link. */
async function revokeLinksOfOthers(
  context: ChangeContext,
  groupId: GroupId,
  guests: readonly string[],
): Promise<void> {
  const kept = guests.map((mail) => mail.toLowerCase());
  await revokeGuestLinks(
    context,
    sql<boolean>`(group_id = ${groupId} and mail is not null and lower(mail) <> all(${kept}::text[]))`,
  );
}

const partiesOf = async (context: ChangeContext, groupId: GroupId) =>
  (await partiesOfGroups(context.db, [groupId])).get(groupId) ?? [];

/** Those who were in it before hear of it too: it is gone from their lists. */
async function publishGroup(
  context: ChangeContext,
  groupId: GroupId,
  before: Awaited<ReturnType<typeof partiesOf>>,
): Promise<void> {
  const now = await partiesOf(context, groupId);
  context.publish({ type: 'group-changed', groupId, parties: [...new Set([...before, ...now])] });
}
