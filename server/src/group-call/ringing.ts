import { sql } from 'kysely';
import { AppError } from '#protocol/app-error.ts';
import type { GroupId, PairId } from '#protocol/ids.ts';
import { RING_TIMEOUT_MS } from '#protocol/limits.ts';
import { type Party, type PartyKey, partyKey } from '#protocol/party.ts';
import type { groupCallRequests } from '#protocol/signal/group-call.ts';
import type { HandlerTable } from '#protocol/wire.ts';
import type { Db } from '#server/db/database.ts';
import type { DomainEvents } from '#server/domain-events.ts';
import type { PushRings } from '#server/push/push-rings.ts';
import type { RingRate } from '#server/ring-rate.ts';
import type { Presence, Session } from '#server/session.ts';
import type { AskNode } from '#server/sfu/sfu-requests.ts';
import type { Membership } from './membership.ts';

export interface RingingDeps {
  readonly db: Db;
  readonly events: DomainEvents;
  readonly presence: Pick<Presence, 'stateOf'>;
  readonly push: Pick<PushRings, 'reaches' | 'ring'>;
  readonly ringRate: RingRate;
  /** Throws `not-in-room`. */
  readonly memberOf: (session: Session) => Membership;
  readonly ask: AskNode;
}

/** The owner of a group asks a member, or someone else they are paired with, to join its call (SPEC.md, G14). */
export const createRinging = ({
  db,
  events,
  presence,
  push,
  ringRate,
  memberOf,
  ask,
}: RingingDeps): HandlerTable<Pick<typeof groupCallRequests, 'groupCall.ring'>, Session> => ({
  'groupCall.ring': async (session, { pairId, forThisCall = false }) => {
    const { participant, nodeId, roomId, memberId } = memberOf(session);
    const { target, access } = participant;
    if (target.kind !== 'group' || !access.owner) throw new AppError('forbidden');
    const { groupId } = target;
    const found = await findPair(db, groupId, pairId, session.partyKey);
    if (!found || !(found.isMember || forThisCall)) throw new AppError('not-found');
    const { rung } = found;
    const member = partyKey(rung);
    const state = presence.stateOf(member);
    // Browsers without an open page ring too (SPEC.md, D18).
    if (state === 'busy' || (state === 'offline' && !(await push.reaches(member)))) return { state };
    ringRate.take(session.partyKey, member);
    if (!found.isMember) await addToCall(db, groupId, pairId);
    const { groupName } = access;
    // First: anyone who answers by itself is there at once.
    await ask(nodeId, 'room.ring', { roomId, memberId, rung });
    events.publish({ type: 'group-rang', parties: [member], groupId, groupName, by: session.party });
    push.ring({
      callee: member,
      caller: session.party,
      tag: groupId,
      ringsForMs: RING_TIMEOUT_MS,
      group: { name: groupName, path: `/user/groupchat/talk?group=${groupId}` },
    });
    return { state: 'online' };
  },
});

interface FoundPair {
  readonly isMember: boolean;
  readonly rung: Pick<Party, 'kind' | 'id'>;
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
