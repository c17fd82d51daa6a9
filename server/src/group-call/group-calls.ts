import type { Logger } from '#platform/log.ts';
import { AppError } from '#protocol/app-error.ts';
import type { CallId, GroupId, MemberId, RoomId } from '#protocol/ids.ts';
import { MAX_CALL_GUESTS, MAX_CALL_MEMBERS } from '#protocol/limits.ts';
import { isLasting } from '#protocol/sfu/contract.ts';
import type { groupCallRequests, LeaveReason, RoomTarget } from '#protocol/signal/group-call.ts';
import type { HandlerTable, ReplyOf } from '#protocol/wire.ts';
import { createBackground } from '#server/background.ts';
import type { Db } from '#server/db/database.ts';
import type { RecordedChat } from '#server/db/recorded-chat.ts';
import type { ServerHeartbeat } from '#server/db/server-heartbeat.ts';
import type { DomainEvents } from '#server/domain-events.ts';
import { ExperienceSum } from '#server/experience.ts';
import type { IceServers } from '#server/ice-servers.ts';
import type { ManagerNews } from '#server/manager-news.ts';
import type { PushRings } from '#server/push/push-rings.ts';
import type { IsRelayed } from '#server/relay-addresses.ts';
import type { RingRate } from '#server/ring-rate.ts';
import type { Presence, Session, SessionEnd, SessionListener } from '#server/session.ts';
import type { RebuildReason, Sfu } from '#server/sfu/sfu.ts';
import { checkMayJoin, checkMayJoinCall, type GroupAccess, groupExists, type MovedCalls } from './access.ts';
import { GroupRings } from './group-rings.ts';
import { guestEntryOf, noteGuestRemoval } from './guest-entry.ts';
import type { LiveGroupCalls } from './live-group-calls.ts';
import { LiveMembers, type MeasuredMedia } from './live-members.ts';
import { createMediaHandlers } from './media-handlers.ts';
import { createMeetingHandlers } from './meeting-handlers.ts';
import { type Membership, Memberships, type Participant, targetId } from './membership.ts';
import { participationOf } from './participation.ts';
import { recordedAhead } from './recorded-ahead.ts';
import { createReportHandlers } from './report-handlers.ts';
import { createRights, type EndReason } from './rights.ts';
import { createRinging } from './ringing.ts';

/** Anyone who is told to rebuild has this long to be back (SPEC.md, G9). */
const REBUILD_GRACE_MS = 30_000;

export interface GroupCallsDeps {
  readonly db: Db;
  readonly heartbeat: ServerHeartbeat;
  readonly events: DomainEvents;
  readonly isRelayed: IsRelayed;
  readonly presence: Pick<Presence, 'enterCall' | 'leaveCall' | 'stateOf'>;
  readonly push: Pick<PushRings, 'reaches' | 'ring'>;
  /** Shared with 1-to-1 calls. */
  readonly ringRate: RingRate;
  readonly sfu: Sfu;
  readonly ice: IceServers;
  readonly movedCalls: MovedCalls;
  readonly live: LiveGroupCalls;
  readonly recordedChat: RecordedChat;
  readonly news: Pick<ManagerNews, 'callChanged'>;
  readonly log: Logger;
  readonly capacity?: number;
  readonly rebuildGraceMs?: number;
  /** `RING_TIMEOUT_MS` by default. */
  readonly ringTimeoutMs?: number;
  /** Members of a server that is silent for longer have left with it; see `LiveMembers`. */
  readonly silentMs?: number;
}

/** Where a session is, and what it may do there. */
interface MemberPlace extends Pick<Membership, 'roomId' | 'nodeId'> {
  readonly target: RoomTarget;
  /** Empty for a call that belongs to no group. */
  readonly groupName: string;
  readonly mayRecordOnServer: boolean;
  readonly recordingOffered: boolean;
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

interface JoinWay {
  /** The session is in the room already. */
  readonly again: Membership | undefined;
  /** Who its browser was in a session that is lost. */
  readonly lastMember: MemberId | undefined;
  /** The media of `lastMember` goes on, if it can. */
  readonly resume: boolean;
}

/** Group calls: who may join, in whose name the media node is asked, and what members hear (SPEC.md, G). */
export function createGroupCalls(deps: GroupCallsDeps): GroupCalls {
  const { db, events, presence, sfu, ice, movedCalls, live, log, capacity = MAX_CALL_MEMBERS } = deps;
  const { push, ringRate, recordedChat, rebuildGraceMs = REBUILD_GRACE_MS } = deps;
  const memberships = new Memberships();
  /** For each join that waits for its answer: rooms that were lost meanwhile. */
  const lostDuringJoins = new Set<Set<RoomId>>();
  /** Rows and farewells that are on their way. */
  const background = createBackground(log);

  const rings = new GroupRings(deps);
  const history = new LiveMembers({ ...deps, ask: sfu.ask });
  const NOTHING: Promise<MeasuredMedia> = Promise.resolve(null);

  const enterHistory = (membership: Membership, lastMember: MemberId | undefined): void => {
    const participation = participationOf(membership.participant);
    if (participation) history.entered(participation, membership, lastMember ?? null);
  };
  const record = (participant: Participant, endReason: string, measuring = NOTHING): void => {
    const participation = participationOf(participant);
    if (participation) history.left(participation, endReason, measuring);
  };

  const leftRoom = ({ participant, memberId }: Membership, measuring: Promise<MeasuredMedia>): void => {
    const participation = participationOf(participant);
    if (participation) history.leftRoom(participation, memberId, measuring);
  };

  /** What its node says of the member's media; null where it cannot be asked any more. */
  const takeOut = (
    { roomId, memberId, nodeId, claim }: Membership,
    reason: LeaveReason,
  ): Promise<MeasuredMedia> => {
    const asked = sfu.ask(nodeId, 'room.leave', { roomId, memberId, claim, reason });
    const measuring = asked.then(
      ({ measured }) => measured ?? null,
      (err: unknown) => {
        // A node that has just closed or died is the usual cause; one that lives removes lost members itself (SPEC.md, N7).
        log.info({ err, roomId, memberId, nodeId }, 'member not taken out of the room');
        return null;
      },
    );
    background.run('member not taken out of the room', measuring);
    return measuring;
  };

  /** Takes the member out of its room, on this side only. */
  const remove = (membership: Membership): boolean => {
    rights.forget(membership);
    return memberships.remove(membership);
  };

  const noteLeaving = ({ target }: Participant): void => {
    if (target.kind === 'group') background.run('leaving not noted', live.left(target.groupId));
  };

  const leave = (membership: Membership, reason: LeaveReason, endReason: string = reason): void => {
    if (!remove(membership)) return;
    const { roomId, memberId, participant } = membership;
    record(participant, endReason, takeOut(membership, reason));
    noteLeaving(participant);
    log.info({ roomId, memberId, reason: endReason }, 'member left');
  };

  /**
   * When this server ends. Members who come back on another server resume their media there; that server ends the other
   * participations (SPEC.md, G16, G18), and the node removes those whose browsers are gone.
   */
  const handOver = (session: Session): void => {
    const membership = memberships.of(session);
    const participant = membership?.participant ?? memberships.takeRebuilding(session);
    const participation = participant && participationOf(participant);
    if (participation) history.handOver(participation);
    if (membership && remove(membership)) noteLeaving(membership.participant);
  };

  /** The session has rejoined: its last participation goes, and the one in the history continues. */
  const replace = (membership: Membership): void => {
    remove(membership);
    // Where the room has closed meanwhile, or its node does not know of replacing.
    leftRoom(membership, takeOut(membership, 'replaced'));
  };

  /** A 1-to-1 call that has moved entered when it was begun, and leaves when it ends. */
  const leaveCall = ({ session, target }: Pick<Participant, 'session' | 'target'>): void => {
    if (target.kind === 'group') presence.leaveCall(session);
  };

  const checkAccess = (session: Session, target: RoomTarget): Promise<GroupAccess> =>
    target.kind === 'group'
      ? checkMayJoin(db, session.principal, target.groupId)
      : checkMayJoinCall(db, movedCalls, session, target.callId);

  /** Anyone who rebuilds was in the call, even if the new room does not know it. */
  const guestOf = async (session: Session, target: RoomTarget) => {
    const guest = target.kind === 'group' ? await guestEntryOf(db, session) : undefined;
    return guest && memberships.rebuildingOf(session) ? { ...guest, onlyReturning: false } : guest;
  };

  /** The member is put out, and told why (SPEC.md, G8). */
  const end = (membership: Membership, reason: EndReason): void => {
    // It has left, or rejoined, while its rights were asked.
    if (memberships.of(membership.participant.session) !== membership) return;
    leave(membership, 'removed', reason);
    membership.participant.session.notify('groupCall.ended', { reason });
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
    leftRoom(membership, takeOut(membership, 'lost'));
    const timer = setTimeout(() => giveUpRebuilding(session, 'lost'), rebuildGraceMs);
    memberships.rebuild({ participant, timer });
    session.notify('groupCall.rebuildNeeded', { reason });
  };

  /** Rings that go on from before the owner's rejoin. */
  const rungBy = (groupId: GroupId, session: Session) =>
    rings.takeOver(groupId, session).map(({ pairId, rung }) => ({ pairId, party: rung }));

  /** Rings of other servers' owners too. No one rings guests. */
  const wantRings = ({ party, partyKey }: Session): void => {
    if (party.kind !== 'guest') events.publish({ type: 'group-rings-wanted', party: partyKey });
  };

  const memberOf = (session: Session): Membership => {
    const membership = memberships.of(session);
    if (!membership) throw new AppError('not-in-room');
    return membership;
  };

  const rights = createRights({
    memberships,
    checkAccess,
    groupExists: (groupId) => groupExists(db, groupId),
    ask: sfu.ask,
    end,
    background,
  });

  const join = async (
    session: Session,
    target: RoomTarget,
    access: GroupAccess,
    { again, lastMember, resume }: JoinWay,
  ): Promise<ReplyOf<typeof groupCallRequests, 'groupCall.join'>> => {
    const claim = crypto.randomUUID() as MemberId;
    const replaces = again?.memberId ?? lastMember;
    // Another session of this server that has the member is left to end it.
    const resumed = resume && !again && lastMember && !memberships.sessionOf(lastMember) ? lastMember : null;
    const joining = resumed === null ? [claim] : [claim, resumed];
    for (const memberId of joining) memberships.join(memberId, session);
    const lost = new Set<RoomId>();
    lostDuringJoins.add(lost);
    const changesBefore = rights.changes;
    try {
      const { owner, groupName, mayRecordOnServer, offered } = access;
      const guest = await guestOf(session, target);
      const { lease, reply } = await sfu.join(targetId(target), {
        memberId: claim,
        party: session.party,
        owner,
        capacity,
        guestCapacity: Math.max(1, Math.floor((capacity * MAX_CALL_GUESTS) / MAX_CALL_MEMBERS)),
        ...(guest && { guest }),
        ...(replaces !== undefined && { replaces }),
        ...(resumed !== null && { resume: true }),
      });
      const { roomId, nodeId } = lease;
      const { memberId } = reply;
      if (again) replace(again);
      const elsewhere = memberships.of(session);
      if (elsewhere) leave(elsewhere, 'left');
      const rebuilding = memberships.rebuildingOf(session)?.participant;
      if (rebuilding && targetId(rebuilding.target) !== targetId(target)) record(rebuilding, 'left');
      memberships.takeRebuilding(session);
      const before =
        rebuilding && targetId(rebuilding.target) === targetId(target) ? rebuilding : again?.participant;
      const participant: Participant = before
        ? { ...before, access }
        : {
            session,
            target,
            access,
            id: crypto.randomUUID(),
            experience: new ExperienceSum(),
          };
      const self = reply.resumed?.self;
      const membership: Membership = {
        participant,
        memberId,
        claim,
        roomId,
        nodeId,
        joinedAt: performance.now(),
        producers: new Map(self?.producers.map(({ producerId, source }) => [producerId, source])),
        recording: self?.recording ?? false,
        link: self?.link ?? null,
      };
      memberships.joined(membership);
      enterHistory(membership, replaces);
      rights.watchEnd(membership);
      const { endedBy } = session;
      if (endedBy !== null) {
        if (endedBy === 'server-closed') handOver(session);
        else leave(membership, leaveReasons[endedBy]);
        throw new AppError('session-required');
      }
      log.info({ roomId, memberId, nodeId }, 'member joined');
      if (target.kind === 'group') {
        const member = { party: session.party, customerIds: access.customers };
        background.run('call not noted', live.entered(target.groupId, roomId, member));
        events.publish({ type: 'group-joined', parties: [session.partyKey], groupId: target.groupId });
      } else {
        events.publish({ type: 'moved-call-joined', callId: target.callId });
      }
      // What was withdrawn while no server spoke for a resumed member has not reached it.
      if (reply.resumed || rights.changes !== changesBefore) rights.recheck(membership);
      // Said after the reply. Where the room was lost before this member was in it that is one rebuild too many.
      if (lost.has(roomId)) rebuild(membership, 'worker-died');
      return {
        ...reply,
        groupName,
        self: session.party,
        owner,
        mayRecordOnServer,
        offered,
        ice: ice(session.partyKey),
        ...(owner && target.kind === 'group' && { rung: rungBy(target.groupId, session) }),
      };
    } finally {
      for (const memberId of joining) memberships.notJoined(memberId);
      lostDuringJoins.delete(lost);
    }
  };

  const handlers: GroupCalls['handlers'] = {
    'groupCall.look': async (session, { target }) => {
      const { groupName, offered } = await checkAccess(session, target);
      await guestOf(session, target);
      const recorded = await recordedAhead(db, target);
      return { groupName, offered, ...(recorded && { recorded }) };
    },

    'groupCall.join': async (session, { target, before: lastMember, resume = false }) => {
      const access = await checkAccess(session, target);
      if (!session.live) throw new AppError('session-required');
      const current = memberships.of(session);
      const before = current?.participant ?? memberships.rebuildingOf(session)?.participant;
      const isSame = before !== undefined && targetId(before.target) === targetId(target);
      // A 1-to-1 call continues until it is ended, with or without its room.
      if (before?.target.kind === 'call' && !isSame) throw new AppError('already-in-call');
      if (before === undefined && target.kind === 'group') presence.enterCall(session);
      const again = isSame ? current : undefined;
      try {
        return await join(session, target, access, { again, lastMember, resume });
      } catch (error) {
        if (again) leave(again, 'left');
        // Anyone who was in another call, or is expected back in this one, stays there.
        const stays = memberships.of(session) ?? memberships.rebuildingOf(session);
        if (!stays && target.kind === 'group') presence.leaveCall(session);
        throw error;
      }
    },

    ...createMediaHandlers(memberOf, sfu.ask, ice),
    ...createMeetingHandlers({ db, events, memberOf, ask: sfu.ask, recordedChat }),
    ...createReportHandlers({ memberOf, ask: sfu.ask, history }),
    ...createRinging({ db, events, presence, push, ringRate, memberOf, rings, ask: sfu.ask }),

    'groupCall.leave': (session, { experience }) => {
      const participant =
        memberships.of(session)?.participant ?? memberships.rebuildingOf(session)?.participant;
      if (experience) participant?.experience.report(experience);
      giveUpRebuilding(session, 'left');
      const membership = memberships.of(session);
      if (membership) {
        leave(membership, 'left');
        leaveCall(membership.participant);
      }
      return {};
    },
  };

  /** A manager has ended the call of a group (SPEC.md, M5). */
  const endGroup = (groupId: GroupId): void => {
    const isOfCall = ({ target }: Participant) => target.kind === 'group' && target.groupId === groupId;
    for (const membership of memberships.where(({ participant }) => isOfCall(participant)))
      end(membership, 'ended-by-manager');
    for (const { participant } of memberships.rebuildings().filter((one) => isOfCall(one.participant))) {
      giveUpRebuilding(participant.session, 'ended-by-manager');
      participant.session.notify('groupCall.ended', { reason: 'ended-by-manager' });
    }
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
    events.subscribe((event) => {
      if (event.type === 'group-call-ended') endGroup(event.groupId);
    }),
    movedCalls.onLeft(leaveMovedCall),
    sfu.listen({
      roomNotice(_roomId, to, notice) {
        const counts = isLasting(notice);
        for (const memberId of to) {
          if (counts) memberships.countNotice(memberId);
          memberships.sessionOf(memberId)?.notify(notice.notice, notice.data);
        }
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
        background.run('end of the call not noted', live.emptied(roomId));
      },
      memberRemoved(_roomId, memberId, byManager) {
        const membership = memberships.byMember(memberId);
        if (!membership) return;
        background.run('removal not noted', noteGuestRemoval(db, membership.participant.session));
        end(membership, byManager ? 'removed-by-manager' : 'removed-by-owner');
      },
      nodeListed({ nodeId, rooms, askedAt }) {
        const listed = new Map(rooms.map((room) => [room.roomId, room]));
        const isAsListed = ({ roomId, memberId }: Membership) => {
          const member = listed.get(roomId)?.members.find((one) => one.memberId === memberId);
          return member !== undefined && memberships.noticesReceived(memberId) >= member.noticesSent;
        };
        for (const membership of memberships.where(
          (one) => one.nodeId === nodeId && one.joinedAt < askedAt,
        )) {
          if (!isAsListed(membership)) rebuild(membership, 'node-lost');
        }
      },
      nodeLost(nodeId) {
        for (const membership of memberships.where((one) => one.nodeId === nodeId)) {
          rebuild(membership, 'node-lost');
        }
      },
    }),
  ];

  const leaveReasons: Record<Exclude<SessionEnd, 'server-closed'>, LeaveReason> = {
    closed: 'left',
    lost: 'lost',
    revoked: 'removed',
  };

  return {
    handlers,
    get members() {
      return memberships.size;
    },
    placeOf(session) {
      const { participant, roomId, nodeId } = memberOf(session);
      const { target, access } = participant;
      const { groupName, mayRecordOnServer, offered } = access;
      return { target, roomId, nodeId, groupName, mayRecordOnServer, recordingOffered: offered.recording };
    },
    sessionsIn: (roomId) =>
      memberships.where((one) => one.roomId === roomId).map(({ participant }) => participant.session),
    opened: wantRings,
    restarted: wantRings,
    away(session, away) {
      const membership = memberships.of(session);
      if (!membership) return;
      const { nodeId, roomId, memberId, claim } = membership;
      background.run('away not told', sfu.ask(nodeId, 'room.setAway', { roomId, memberId, claim, away }));
    },
    ended(session, sessionEnd) {
      if (sessionEnd === 'server-closed') {
        handOver(session);
        return;
      }
      giveUpRebuilding(session, leaveReasons[sessionEnd]);
      const membership = memberships.of(session);
      if (membership) leave(membership, leaveReasons[sessionEnd]);
    },
    async recheck(session) {
      const membership = memberships.of(session);
      if (membership) await rights.check(membership);
    },
    async close() {
      for (const stop of ends.splice(0)) stop();
      rights.close();
      rings.close();
      for (const { participant } of [...memberships.where(() => true), ...memberships.rebuildings()])
        handOver(participant.session);
      await background.settled();
      await history.close();
    },
  };
}
