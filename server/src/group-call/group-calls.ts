import type { Logger } from '#platform/log.ts';
import { AppError } from '#protocol/app-error.ts';
import type { CallId, MemberId, RoomId } from '#protocol/ids.ts';
import type { groupCallRequests, LeaveReason, RoomTarget } from '#protocol/signal/group-call.ts';
import type { HandlerTable, ReplyOf } from '#protocol/wire.ts';
import { changeAndTell } from '#server/change-and-tell.ts';
import type { Db } from '#server/db/database.ts';
import type { DomainEvents } from '#server/domain-events.ts';
import type { IceServers } from '#server/ice-servers.ts';
import type { Presence, Session, SessionEnd, SessionListener } from '#server/session.ts';
import type { RebuildReason, Sfu } from '#server/sfu/sfu.ts';
import { checkMayJoin, checkMayJoinCall, type GroupAccess, type MovedCalls } from './access.ts';
import type { LiveGroupCalls } from './live-group-calls.ts';
import { createMediaHandlers } from './media-handlers.ts';
import { createMeetingHandlers } from './meeting-handlers.ts';
import { type Membership, Memberships, type Participant, targetId } from './membership.ts';
import { recordParticipation } from './record.ts';
import { createRights, type EndReason } from './rights.ts';
import { createRinging } from './ringing.ts';

/** Members of one call at most: three full workers' worth of consumers would be reached with fewer cameras on. */
const ROOM_CAPACITY = 100;
/** Whoever is told to rebuild has so long to be back (SPEC.md, G9). */
const REBUILD_GRACE_MS = 30_000;

export interface GroupCallsDeps {
  readonly db: Db;
  readonly events: DomainEvents;
  readonly presence: Pick<Presence, 'enterCall' | 'leaveCall' | 'stateOf'>;
  readonly sfu: Sfu;
  readonly ice: IceServers;
  readonly movedCalls: MovedCalls;
  readonly live: LiveGroupCalls;
  readonly log: Logger;
  readonly capacity?: number;
  readonly rebuildGraceMs?: number;
}

/** Where a session is, and what it may do there. */
interface MemberPlace extends Pick<Membership, 'roomId' | 'nodeId'> {
  readonly target: RoomTarget;
  /** Empty for a call that belongs to no group. */
  readonly groupName: string;
  readonly owner: boolean;
  readonly mayRecord: boolean;
}

export interface GroupCalls extends SessionListener {
  readonly handlers: HandlerTable<typeof groupCallRequests, Session>;
  /** This server's sessions in group calls. */
  readonly members: number;
  /** Where a session is, and what it may do there. Throws `not-in-room`. */
  placeOf(session: Session): MemberPlace;
  /** This server's sessions in a room. */
  sessionsIn(roomId: RoomId): readonly Session[];
  /** Waits for what is being written; can be called twice. The sessions have been ended by then. */
  close(): Promise<void>;
}

/** Group calls: who may join, in whose name the media node is asked, and what members hear (SPEC.md, G). */
export function createGroupCalls(deps: GroupCallsDeps): GroupCalls {
  const { db, events, presence, sfu, ice, movedCalls, live, log, capacity = ROOM_CAPACITY } = deps;
  const { rebuildGraceMs = REBUILD_GRACE_MS } = deps;
  const memberships = new Memberships();
  /** For each join that waits for its answer: rooms that were lost meanwhile. */
  const lostDuringJoins = new Set<Set<RoomId>>();
  /** Rows and farewells that are on their way. */
  const pending = new Set<Promise<void>>();

  const inBackground = (what: string, work: Promise<unknown>) => {
    const done: Promise<void> = work
      .then(() => {})
      .catch((err: unknown) => log.warn({ err }, what))
      .finally(() => pending.delete(done));
    pending.add(done);
  };

  const record = ({ session, target, access, callId, startedAt }: Participant, endReason: string) => {
    const { principal, party, partyKey } = session;
    // A 1-to-1 call that has moved is recorded, as one call, by the room that it began in.
    if (principal.kind === 'guest' || principal.kind === 'admin' || target.kind !== 'group') return;
    const { groupId } = target;
    const { groupName } = access;
    const row = { party, customerId: principal.customerId, groupId, groupName, callId, startedAt };
    inBackground(
      'participation not recorded',
      changeAndTell(db, events, async (trx, publish) => {
        await recordParticipation(trx, row, endReason);
        publish({ type: 'connections-changed', parties: [partyKey] });
      }),
    );
  };

  /** Takes the member out of its room, on this side only. */
  const remove = (membership: Membership): boolean => {
    rights.forget(membership);
    return memberships.remove(membership);
  };

  const leave = (membership: Membership, reason: LeaveReason, endReason: string = reason): void => {
    if (!remove(membership)) return;
    const { roomId, memberId, nodeId, participant } = membership;
    inBackground(
      'member not taken out of the room',
      sfu.ask(nodeId, 'room.leave', { roomId, memberId, reason }),
    );
    record(participant, endReason);
    if (participant.target.kind === 'group') {
      inBackground('leaving not noted', live.left(participant.target.groupId));
    }
    log.info({ roomId, memberId, reason: endReason }, 'member left');
  };

  /** A 1-to-1 call that has moved entered when it was begun, and leaves when it ends. */
  const leaveCall = ({ session, target }: Pick<Participant, 'session' | 'target'>): void => {
    if (target.kind === 'group') presence.leaveCall(session);
  };

  const checkAccess = (session: Session, target: RoomTarget): Promise<GroupAccess> =>
    target.kind === 'group'
      ? checkMayJoin(db, session.principal, target.groupId)
      : checkMayJoinCall(db, movedCalls, session, target.callId);

  /** The member is put out, and told why (SPEC.md, G8). */
  const end = (membership: Membership, reason: EndReason): void => {
    // It has left, or joined anew, while its rights were asked.
    if (memberships.of(membership.participant.session) !== membership) return;
    leave(membership, 'removed', reason);
    membership.participant.session.say('groupCall.ended', { reason });
    leaveCall(membership.participant);
  };

  const giveUpRebuilding = (session: Session, endReason: string): void => {
    const participant = memberships.takeRebuilding(session);
    if (!participant) return;
    record(participant, endReason);
    leaveCall(participant);
  };

  const rebuild = (membership: Membership, reason: RebuildReason): void => {
    if (!remove(membership)) return;
    const { participant } = membership;
    const { session } = participant;
    const timer = setTimeout(() => giveUpRebuilding(session, 'lost'), rebuildGraceMs);
    memberships.rebuild({ participant, timer });
    session.say('groupCall.rebuildNeeded', { reason });
  };

  const memberOf = (session: Session): Membership => {
    const membership = memberships.of(session);
    if (!membership) throw new AppError('not-in-room');
    return membership;
  };

  const rights = createRights({ memberships, checkAccess, ask: sfu.ask, end, inBackground });

  const join = async (
    session: Session,
    target: RoomTarget,
    access: GroupAccess,
  ): Promise<ReplyOf<typeof groupCallRequests, 'groupCall.join'>> => {
    const memberId = crypto.randomUUID() as MemberId;
    memberships.join(memberId, session);
    const lost = new Set<RoomId>();
    lostDuringJoins.add(lost);
    const changesBefore = rights.changes;
    try {
      const { owner, groupName, offered } = access;
      const { lease, reply } = await sfu.join(targetId(target), {
        memberId,
        party: session.party,
        owner,
        capacity,
      });
      const { roomId, nodeId } = lease;
      const before = memberships.takeRebuilding(session);
      const participant: Participant = before
        ? { ...before, access }
        : { session, target, access, callId: roomId, startedAt: new Date() };
      const membership = { participant, memberId, roomId, nodeId, producers: new Map(), recording: false };
      memberships.joined(membership);
      rights.watchEnd(membership);
      if (!session.live) {
        leave(membership, 'lost');
        throw new AppError('session-required');
      }
      log.info({ roomId, memberId, nodeId }, 'member joined');
      if (target.kind === 'group') {
        const member = { party: session.party, customerIds: access.customers };
        inBackground('call not noted', live.entered(target.groupId, roomId, member));
        events.publish({ type: 'group-joined', parties: [session.partyKey], groupId: target.groupId });
      }
      if (rights.changes !== changesBefore) rights.recheck(membership);
      // Said after the reply. Where the room was lost before this member was in it that is one rebuild too many.
      if (lost.has(roomId)) rebuild(membership, 'worker-died');
      return { ...reply, groupName, self: session.party, owner, offered, ice: ice(session.partyKey) };
    } finally {
      memberships.notJoined(memberId);
      lostDuringJoins.delete(lost);
    }
  };

  const handlers: GroupCalls['handlers'] = {
    'groupCall.look': async (session, { target }) => {
      const { groupName, offered } = await checkAccess(session, target);
      return { groupName, offered };
    },

    'groupCall.join': async (session, { target }) => {
      const access = await checkAccess(session, target);
      if (!session.live) throw new AppError('session-required');
      const current = memberships.of(session);
      if (current) {
        leave(current, 'replaced');
        leaveCall(current.participant);
      }
      const rebuilding = memberships.rebuildingOf(session);
      if (rebuilding && targetId(rebuilding.participant.target) !== targetId(target)) {
        giveUpRebuilding(session, 'left');
      }
      // Whoever rebuilds is in the call all the while, and stays so for another try when this one fails.
      if (memberships.rebuildingOf(session) || target.kind === 'call')
        return await join(session, target, access);
      presence.enterCall(session);
      try {
        return await join(session, target, access);
      } catch (error) {
        presence.leaveCall(session);
        throw error;
      }
    },

    ...createMediaHandlers(memberOf, sfu.ask, ice),
    ...createMeetingHandlers(memberOf, sfu.ask),
    ...createRinging({ db, events, presence, memberOf, ask: sfu.ask }),

    'groupCall.leave': (session) => {
      giveUpRebuilding(session, 'left');
      const membership = memberships.of(session);
      if (membership) {
        leave(membership, 'left');
        leaveCall(membership.participant);
      }
      return {};
    },
  };

  const leaveMovedCall = (session: Session, callId: CallId): void => {
    rights.mayHaveChanged();
    const isOfCall = ({ target }: Participant) => target.kind === 'call' && target.callId === callId;
    const membership = memberships.of(session);
    if (membership && isOfCall(membership.participant)) end(membership, 'call-ended');
    const rebuilding = memberships.rebuildingOf(session);
    if (rebuilding && isOfCall(rebuilding.participant)) giveUpRebuilding(session, 'left');
  };

  const ends = [
    events.subscribe(rights.follow),
    movedCalls.onLeft(leaveMovedCall),
    sfu.listen({
      roomSaid(_roomId, to, { notice, data }) {
        for (const memberId of to) memberships.sessionOf(memberId)?.say(notice, data);
      },
      roomLost(roomId, reason) {
        for (const membership of memberships.where((one) => one.roomId === roomId))
          rebuild(membership, reason);
      },
      memberLost(_roomId, memberId) {
        const membership = memberships.byMember(memberId);
        if (membership) rebuild(membership, 'node-lost');
      },
      roomEmptied(roomId) {
        inBackground('end of the call not noted', live.emptied(roomId));
      },
      memberRemoved(_roomId, memberId) {
        const membership = memberships.byMember(memberId);
        if (membership) end(membership, 'removed-by-owner');
      },
      nodeLost(nodeId) {
        for (const membership of memberships.where((one) => one.nodeId === nodeId)) {
          rebuild(membership, 'node-lost');
        }
      },
    }),
  ];

  const leaveReasons: Record<SessionEnd, LeaveReason> = {
    closed: 'left',
    lost: 'lost',
    'server-closed': 'lost',
    revoked: 'removed',
  };

  return {
    handlers,
    get members() {
      return memberships.size;
    },
    placeOf(session) {
      const { participant, roomId, nodeId } = memberOf(session);
      const { groupName, owner, offered } = participant.access;
      return { target: participant.target, roomId, nodeId, groupName, owner, mayRecord: offered.recording };
    },
    sessionsIn: (roomId) =>
      memberships.where((one) => one.roomId === roomId).map(({ participant }) => participant.session),
    away(session, away) {
      const membership = memberships.of(session);
      if (!membership) return;
      const { nodeId, roomId, memberId } = membership;
      inBackground('away not told', sfu.ask(nodeId, 'room.setAway', { roomId, memberId, away }));
    },
    ended(session, sessionEnd) {
      giveUpRebuilding(session, leaveReasons[sessionEnd]);
      const membership = memberships.of(session);
      if (membership) leave(membership, leaveReasons[sessionEnd]);
    },
    async close() {
      for (const stop of ends.splice(0)) stop();
      for (const membership of memberships.where(() => true)) leave(membership, 'lost');
      for (const { participant } of memberships.rebuildings()) giveUpRebuilding(participant.session, 'lost');
      await Promise.all(pending);
    },
  };
}
