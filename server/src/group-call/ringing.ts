import { sql } from 'kysely';
import type { AskNode } from '#platform/ask-node.ts';
import { AppError } from '#protocol/app-error.ts';
import type { DeviceId, GroupId, PairId, UserId } from '#protocol/ids.ts';
import { RING_TIMEOUT_MS } from '#protocol/limits.ts';
import { type Party, type PartyKey, partyKey } from '#protocol/party.ts';
import type { groupCallRequests } from '#protocol/signal/group-call.ts';
import type { HandlerTable } from '#protocol/wire.ts';
import type { Db } from '#server/db/database.ts';
import type { DomainEvents } from '#server/domain-events.ts';
import { deviceParty, userParty } from '#server/party-name.ts';
import type { PushRings } from '#server/push/push-rings.ts';
import type { RingRate } from '#server/ring-rate.ts';
import type { Presence, Session } from '#server/session.ts';
import { type GroupRings, rangEvent } from './group-rings.ts';
import type { Membership } from './membership.ts';

export interface RingingDeps {
  readonly db: Db;
  readonly events: DomainEvents;
  readonly presence: Pick<Presence, 'stateOf'>;
  readonly push: Pick<PushRings, 'reaches' | 'ring'>;
  readonly ringRate: RingRate;
  /** Throws `not-in-room`. */
  readonly memberOf: (session: Session) => Membership;
  readonly rings: GroupRings;
  readonly ask: AskNode;
}

type RingRequests = Pick<
  typeof groupCallRequests,
  'groupCall.ring' | 'groupCall.cancelRing' | 'groupCall.declineRing'
>;

/** The owner of a group asks a member, or someone else they are paired with, to join its call (SPEC.md, G14). */
export const createRinging = ({
  db,
  events,
  presence,
  push,
  ringRate,
  memberOf,
  rings,
  ask,
}: RingingDeps): HandlerTable<RingRequests, Session> => ({
  'groupCall.ring': async (session, { pairId, forThisCall = false }) => {
    const { membership, groupId } = ownedGroup(memberOf(session));
    const { nodeId, roomId, memberId } = membership;
    const found = await findPair(db, groupId, pairId, session.partyKey);
    if (!found || !(found.isMember || forThisCall)) throw new AppError('not-found');
    const { rung } = found;
    const member = partyKey(rung);
    const state = presence.stateOf(member);
    // Browsers without an open page ring too (SPEC.md, D18).
    if (state === 'busy' || (state === 'offline' && !(await push.reaches(member)))) return { state };
    ringRate.take({ party: session.party, historyId: session.party.id }, member);
    const party = await readParty(db, rung);
    if (!party) throw new AppError('not-found');
    if (!found.isMember) await addToCall(db, groupId, pairId);
    const { groupName } = membership.participant.access;
    // First: anyone who answers by itself is there at once.
    await ask(nodeId, 'room.ring', { roomId, memberId, rung });
    const ring = { groupId, pairId, groupName, rung: party, by: session };
    events.publish(rangEvent(ring));
    const pushed = push.ring({
      callee: member,
      caller: session.party,
      tag: groupId,
      ringsForMs: RING_TIMEOUT_MS,
      group: { name: groupName, path: `/user/groupchat/talk?group=${groupId}` },
    });
    rings.began({ ...ring, pushed });
    return { state: 'online' };
  },
  'groupCall.cancelRing': async (session, { pairId }) => {
    const { groupId } = ownedGroup(memberOf(session));
    const found = await findPair(db, groupId, pairId, session.partyKey);
    if (!found) throw new AppError('not-found');
    await withdrawAddition(db, groupId, pairId, found.rung);
    rings.cancel(groupId, partyKey(found.rung));
    return {};
  },
  'groupCall.declineRing': async (session, { groupId }) => {
    events.publish({ type: 'group-ring-declined', party: session.partyKey, groupId });
    return {};
  },
});

/** Throws `forbidden` where the member does not own the group, or there is none. */
function ownedGroup(membership: Membership) {
  const { target, access } = membership.participant;
  if (target.kind !== 'group' || !access.owner) throw new AppError('forbidden');
  return { membership, groupId: target.groupId };
}

type PartyId =
  | { readonly kind: 'user'; readonly id: UserId }
  | { readonly kind: 'device'; readonly id: DeviceId };

interface FoundPair {
  readonly isMember: boolean;
  readonly rung: PartyId;
}

/** The side of a pair that is not the owner of the group. Of a pair without the owner it is none, unless that is a member. */
async function findPair(
  db: Db,
  groupId: GroupId,
  pairId: PairId,
  owner: PartyKey,
): Promise<FoundPair | undefined> {
  const pair = await db
    .selectFrom('pairs')
    .where('id', '=', pairId)
    .where('state', '=', 'VERIFIED')
    .select(({ exists, selectFrom }) => [
      'owner_user_id',
      'owner_device_id',
      'target_user_id',
      'target_device_id',
      exists(
        selectFrom('group_members')
          .where('group_id', '=', groupId)
          .whereRef('pair_id', '=', 'pairs.id')
          .select('pair_id'),
      ).as('is_member'),
    ])
    .executeTakeFirst();
  if (!pair) return undefined;
  const users = [pair.owner_user_id, pair.target_user_id].filter((id) => id !== null);
  const devices = [pair.owner_device_id, pair.target_device_id].filter((id) => id !== null);
  const sides = [
    ...users.map((id) => ({ kind: 'user', id }) as const),
    ...devices.map((id) => ({ kind: 'device', id }) as const),
  ];
  const isMember = Boolean(pair.is_member);
  const rung = sides.find((party) => partyKey(party) !== owner);
  const isOwners = sides.some((party) => partyKey(party) === owner);
  return rung && (isMember || isOwners) ? { isMember, rung } : undefined;
}

/** With the name that others read; undefined if it was deleted meanwhile. */
async function readParty(db: Db, rung: PartyId): Promise<Party | undefined> {
  if (rung.kind === 'user') {
    const columns = ['id', 'nickname', 'mail'] as const;
    const user = await db.selectFrom('users').where('id', '=', rung.id).select(columns).executeTakeFirst();
    return user && userParty(user);
  }
  const columns = ['id', 'name', 'serial_printed'] as const;
  const device = await db.selectFrom('devices').where('id', '=', rung.id).select(columns).executeTakeFirst();
  return device && deviceParty(device);
}

/** Until the call is over (live-group-calls.ts). */
async function addToCall(db: Db, groupId: GroupId, pairId: PairId): Promise<void> {
  await db
    .insertInto('call_additions')
    .values({ group_id: groupId, pair_id: pairId })
    .onConflict((conflict) =>
      conflict.columns(['group_id', 'pair_id']).doUpdateSet({ added_at: sql<Date>`now()` }),
    )
    .execute();
}

/** Removes an addition to the call, unless the party is in the call. */
async function withdrawAddition(
  db: Db,
  groupId: GroupId,
  pairId: PairId,
  { id }: FoundPair['rung'],
): Promise<void> {
  await sql`delete from call_additions
    where group_id = ${groupId} and pair_id = ${pairId} and not exists (
      select from live_group_members where group_id = ${groupId} and ${id}::uuid in (user_id, device_id))`.execute(
    db,
  );
}
