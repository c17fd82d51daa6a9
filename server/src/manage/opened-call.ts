import type { AskNode } from '#platform/ask-node.ts';
import type { Bus } from '#platform/bus/bus.ts';
import type { CallId, CustomerId, GroupId, MemberId, RoomId } from '#protocol/ids.ts';
import { partyKey } from '#protocol/party.ts';
import type { InspectedMember } from '#protocol/sfu/contract.ts';
import type { ManagedCall, ManagedMember, OpenedCall } from '#protocol/signal/manage.ts';
import type { Db } from '#server/db/database.ts';
import { isLiveCall } from '#server/direct-call/live-calls.ts';
import { inspectDirectCall } from '#server/direct-call/manager-requests.ts';
import { findCalls } from './calls.ts';
import { isManaged, type Scope } from './scope.ts';
import { shownPerson } from './selection.ts';

export interface OpenedCallDeps {
  readonly db: Db;
  readonly bus: Bus;
  readonly ask: AskNode;
}

/** A call with everyone in it, as someone is shown it who manages this; null where it is over or not to be seen (SPEC.md, M8). */
export async function openCall(
  deps: OpenedCallDeps,
  scope: Scope,
  callId: string,
): Promise<OpenedCall | null> {
  const [call] = await findCalls(deps.db, scope, scope, [callId]);
  if (!call) return null;
  return call.kind === 'direct'
    ? await openDirectCall(deps, scope, call)
    : await openGroupCall(deps, scope, call);
}

async function openDirectCall(
  deps: OpenedCallDeps,
  scope: Scope,
  call: ManagedCall,
): Promise<OpenedCall | null> {
  const callId = call.callId as CallId;
  const row = await deps.db
    .selectFrom('live_calls')
    .where('call_id', '=', callId)
    .select('call')
    .executeTakeFirst();
  if (!row || !isLiveCall(row.call)) return null;
  // One that has moved is measured by its node, as a group call is.
  const room = row.call.moved ? await inspectRoom(deps, callId) : null;
  const measured = row.call.moved ? null : await inspectDirectCall(deps, callId);
  const members = row.call.seats.map((one): ManagedMember => {
    const { seat, participant, away = false, relayed = null } = one;
    const { party, customerId } = participant;
    const inRoom = room?.members.find((member) => partyKey(member.party) === partyKey(party));
    const direct = measured?.seats.find((other) => other.seat === seat);
    return {
      ...shownPerson(scope, { memberId: seat, ...party, customerId }),
      owner: false,
      away,
      relayed,
      link: inRoom?.link ?? direct?.link ?? null,
      quality: inRoom?.quality ?? null,
      sources: inRoom?.sources ?? null,
      bitRates: inRoom?.bitRates ?? direct?.bitRates ?? null,
      mayRemove: call.mayEnd,
    };
  });
  return { call, members, recordedByServer: room?.recordedByServer ?? false };
}

/** Null where there is no room, or its node cannot be asked. */
async function inspectRoom({ db, ask }: OpenedCallDeps, targetId: CallId | GroupId) {
  const lease = await db
    .selectFrom('room_leases')
    .where('target_id', '=', targetId)
    .select(['room_id as roomId', 'node_id as nodeId'])
    .executeTakeFirst();
  return lease ? await ask(lease.nodeId, 'room.inspect', { roomId: lease.roomId }).catch(() => null) : null;
}

async function openGroupCall(deps: OpenedCallDeps, scope: Scope, call: ManagedCall): Promise<OpenedCall> {
  const { db } = deps;
  const live = await db
    .selectFrom('live_group_calls')
    .where('call_id', '=', call.callId as RoomId)
    .select('group_id')
    .executeTakeFirst();
  const room = live && (await inspectRoom(deps, live.group_id));
  // Without its node only those are known whom the list names.
  if (!live || !room) {
    const members = call.people.map((person) => unmeasured(call, person));
    return { call, members, recordedByServer: false };
  }
  const rows = await db
    .selectFrom('live_group_members')
    .where('group_id', '=', live.group_id)
    .select(['member_id', 'customer_id'])
    .execute();
  const customers = new Map<MemberId, CustomerId>(rows.map((row) => [row.member_id, row.customer_id]));
  return {
    call,
    members: room.members.map((member) =>
      shownMember(scope, call, member, customers.get(member.memberId) ?? null),
    ),
    recordedByServer: room.recordedByServer,
  };
}

function shownMember(
  scope: Scope,
  { mayEnd }: ManagedCall,
  { memberId, party, owner, away, link, quality, sources, bitRates = null }: InspectedMember,
  customerId: CustomerId | null,
): ManagedMember {
  const own = customerId !== null && isManaged(scope, customerId);
  return {
    ...shownPerson(scope, { memberId, ...party, customerId }),
    owner,
    away,
    relayed: null,
    link,
    quality,
    sources,
    bitRates,
    mayRemove: mayEnd || own,
  };
}

const unmeasured = (call: ManagedCall, person: ManagedCall['people'][number]): ManagedMember => ({
  ...person,
  owner: false,
  away: false,
  relayed: null,
  link: null,
  quality: null,
  sources: null,
  bitRates: null,
  mayRemove: call.mayEnd || person.id !== null,
});
