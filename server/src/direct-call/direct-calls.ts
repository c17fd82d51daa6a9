import type { Bus } from '#platform/bus/bus.ts';
import type { Logger } from '#platform/log.ts';
import { AppError } from '#protocol/app-error.ts';
import type { CallId, CustomerId, ServerId } from '#protocol/ids.ts';
import { RING_TIMEOUT_MS } from '#protocol/limits.ts';
import { type Party, partyKey } from '#protocol/party.ts';
import type { directCallRequests } from '#protocol/signal/direct-call.ts';
import type { HandlerTable, ReplyOf } from '#protocol/wire.ts';
import type { Db } from '#server/db/database.ts';
import type { ServerHeartbeat } from '#server/db/server-heartbeat.ts';
import type { DomainEvent, DomainEvents } from '#server/domain-events.ts';
import type { IceServers } from '#server/ice-servers.ts';
import type { PushRings } from '#server/push/push-rings.ts';
import { RingRate } from '#server/ring-rate.ts';
import type { Presence, Session, SessionDirectory, SessionEnd, SessionListener } from '#server/session.ts';
import { checkMayCall, checkMayCallHost, type Sides } from './access.ts';
import type { Reachability } from './identity.ts';
import { createLookUp } from './look-up.ts';
import {
  type Action,
  ANNOUNCEMENTS_SUBJECT,
  type Answer,
  type AskOwner,
  isAnnouncement,
  isQuestion,
  ownerSubject,
  type Question,
} from './messages.ts';
import { createMovingHandlers } from './moving.ts';
import { OwnedCalls } from './owned-calls.ts';
import { isUnanswered, OwnerQuestions } from './owner-questions.ts';
import { RemoteCalls } from './remote-calls.ts';

/** How often calls of other servers are looked up, for what their owners' announcements did not bring here. */
const LOOK_UP_MS = 5_000;
/** How long a call waits for those whose server is gone: as long as a client takes to find another one, and more. */
const TAKE_UP_MS = 60_000;

export interface DirectCallsDeps {
  readonly db: Db;
  readonly bus: Bus;
  readonly serverId: ServerId;
  readonly heartbeat: ServerHeartbeat;
  readonly events: DomainEvents;
  readonly directory: SessionDirectory;
  readonly presence: Presence;
  readonly push: Pick<PushRings, 'reaches' | 'ring'>;
  readonly ice: IceServers;
  readonly log: Logger;
  /** `RING_TIMEOUT_MS` by default. */
  readonly ringTimeoutMs?: number;
  /** `TAKE_UP_MS` by default. */
  readonly takeUpMs?: number;
}

export interface DirectCalls extends SessionListener {
  readonly handlers: HandlerTable<typeof directCallRequests, Session>;
  /** What rooms ask of calls that have moved to the media node (SPEC.md, D12). */
  readonly moved: {
    checkMayJoin(session: Session, callId: CallId): Promise<CustomerId>;
    peopleIn(session: Session, callId: CallId): Promise<readonly Party[]>;
    onLeft(listener: (session: Session, callId: CallId) => void): () => void;
  };
  /** Calls of this server's callers that ring or are active. */
  readonly active: number;
  /** Leaves what was answered to be taken up, and waits for what is being written; can be called twice. */
  close(): Promise<void>;
}

/** 1-to-1 calls: the requests of this server's sessions, and what other servers have to say (SPEC.md, D). */
export function createDirectCalls(deps: DirectCallsDeps): DirectCalls {
  const { db, bus, serverId, heartbeat, presence, ice, log } = deps;
  const { ringTimeoutMs = RING_TIMEOUT_MS, takeUpMs = TAKE_UP_MS } = deps;
  const leftListeners = new Set<(session: Session, callId: CallId) => void>();
  const owned = new OwnedCalls({
    ...deps,
    ringTimeoutMs,
    takeUpMs,
    isThere: (key) => presence.stateOf(key) !== 'offline',
    onInvitationOver: (callId, invitation, { sessionId, identity }) => {
      if (sessionId === null) return;
      const inviter = { callId, sessionId, party: identity.key, serverId };
      questions.deliver({ ...inviter, action: { type: 'invitation-over', invitation } });
    },
  });
  const remoteCalls = new RemoteCalls({
    ...deps,
    onLeft: (session, callId) => {
      owned.withdrawInvitations(session.id);
      for (const listener of leftListeners) listener(session, callId);
    },
  });

  const ask: AskOwner = (session, callId, action) =>
    questions.ask({ callId, sessionId: session.id, party: session.partyKey, serverId, action });
  const notify = (session: Session, callId: CallId, action: Action): void =>
    questions.notify({ callId, sessionId: session.id, party: session.partyKey, serverId, action });
  const deliver = (session: Session, callId: CallId, action: Action): void =>
    questions.deliver({ callId, sessionId: session.id, party: session.partyKey, serverId, action });

  /** What the owner answers. Anyone who accepts an invitation into a call is admitted there before being told so. */
  const answer = async (question: Question): Promise<Answer> => {
    const own = owned.handle(question);
    const invitation = question.action.type === 'accept' ? owned.invitation(question.callId) : null;
    if (!invitation) return own;
    const { joins: callId, inviter, callee } = invitation;
    const ownerId = owned.owns(callId) ? serverId : remoteCalls.ownerOf(callId);
    try {
      if (ownerId === undefined || inviter.sessionId === null) throw new AppError('call-not-found');
      const { sessionId, serverId: theirs } = question;
      await questions.ask({
        callId,
        sessionId: inviter.sessionId,
        party: inviter.identity.key,
        serverId,
        action: {
          type: 'admit',
          invitation: question.callId,
          participant: callee.identity,
          sessionId,
          serverId: theirs,
        },
      });
    } catch (error) {
      log.info({ err: error, callId }, 'nobody to be admitted to');
      throw new AppError('call-not-found', { cause: error });
    } finally {
      owned.forget(question.callId);
    }
    return { ...own, room: { callId, ownerId } };
  };

  const questions = new OwnerQuestions({ bus, serverId, owned, remoteCalls, log, answer });

  /** The session must have entered the call in `presence` before. */
  const accept = async (session: Session, callId: CallId): Promise<{ peer: Party; room: CallId | null }> => {
    const ownerId = owned.owns(callId) ? serverId : remoteCalls.ownerOf(callId);
    if (ownerId === undefined) throw new AppError('call-not-found');
    // Before the owner knows: nothing that it announces from then on may be missed.
    remoteCalls.enter(callId, ownerId, session);
    const answered = await ask(session, callId, { type: 'accept' }).catch((error: unknown) => {
      remoteCalls.leave(callId, session);
      throw error;
    });
    const { peer, room } = answered;
    if (room) {
      remoteCalls.leave(callId, session);
      remoteCalls.enter(room.callId, room.ownerId, session);
    }
    const entered = room?.callId ?? callId;
    // The session may have ended meanwhile, when no one knew yet that it was in the call.
    if (!session.live) {
      deliver(session, entered, { type: 'session-ended', end: 'lost' });
      remoteCalls.leave(entered, session);
      throw new AppError('session-required');
    }
    if (!peer) throw new AppError('call-not-found');
    return { peer, room: room?.callId ?? null };
  };

  /** Takes part in a call of the callee to the caller that rings already, if there is one (SPEC.md, D5). */
  const joinCrossing = async (session: Session, callee: Party): Promise<CallId | null> => {
    const calling = partyKey(callee);
    const callId =
      owned.findRinging(session.partyKey, calling) ?? remoteCalls.findRinging(session.partyKey, calling);
    if (callId === undefined) return null;
    try {
      await accept(session, callId);
      return callId;
    } catch (error) {
      // It has ended, or was answered on another browser, at the same instant.
      if (error instanceof AppError && ['call-not-found', 'call-state'].includes(error.code)) return null;
      throw error;
    }
  };

  /** Counts what may have withdrawn a right: an invitation must not be overtaken by the loss of its own. */
  let changes = 0;
  const unchanged = async <Result>(check: () => Promise<Result>): Promise<Result> => {
    for (;;) {
      const before = changes;
      const checked = await check();
      if (changes === before) return checked;
    }
  };

  const reachability: Reachability = ({ key }, byPush) => {
    const rings = (owned.findRinging(key) ?? remoteCalls.findRinging(key)) !== undefined;
    const state = presence.stateOf(key);
    if (state === 'busy' || rings) return 'busy';
    return state === 'offline' && !byPush ? 'offline' : null;
  };

  /** A call that its callee cannot hear of is none: it would leave a missed call behind that was never rung. */
  const requireReachable = (key: Session['partyKey']): void => {
    if (!presence.canReach(key)) throw new AppError('bus-unavailable');
  };

  const inCall = async <Result>(session: Session, work: () => Promise<Result>): Promise<Result> => {
    presence.enterCall(session);
    try {
      return await work();
    } catch (error) {
      presence.leaveCall(session);
      throw error;
    }
  };

  /** The two sides, and whether the callee can be rung although no page is open. */
  const withPush = async (sides: Promise<Sides>): Promise<Sides & { readonly byPush: boolean }> => {
    const { caller, callee } = await sides;
    // The call that the caller has just left may be the one that the callee is in.
    await presence.settle(callee.key);
    return { caller, callee, byPush: await deps.push.reaches(callee.key) };
  };

  const rings = new RingRate();
  type Invited = ReplyOf<typeof directCallRequests, 'directCall.invite'>;
  const invite = (
    session: Session,
    { caller, callee, byPush }: Sides & { readonly byPush: boolean },
    pairId: Parameters<OwnedCalls['invite']>[0]['pairId'],
  ): Promise<Invited> =>
    inCall(session, async () => {
      requireReachable(callee.key);
      rings.take(session.partyKey, callee.key);
      const joined = pairId === null ? null : await joinCrossing(session, callee.party);
      if (joined) {
        session.notify('directCall.accepted', { callId: joined, role: 'polite', ice: ice(session.partyKey) });
        return { callId: joined, peer: callee.party, ringsForMs: ringTimeoutMs };
      }
      if (!session.live) throw new AppError('session-required');
      const unreachable = reachability(callee, byPush);
      const callId = crypto.randomUUID() as CallId;
      remoteCalls.enter(callId, serverId, session);
      owned.invite({ callId, sessionId: session.id, pairId, caller, callee, unreachable, joins: null });
      log.info({ callId, unreachable }, 'call invited');
      return { callId, peer: callee.party, ringsForMs: ringTimeoutMs };
    });

  const handlers: DirectCalls['handlers'] = {
    'directCall.invite': async (session, { pairId }) => {
      if (session.principal.kind === 'guest') throw new AppError('forbidden');
      const sides = await unchanged(() => withPush(checkMayCall(db, session.partyKey, pairId)));
      if (!session.live) throw new AppError('session-required');
      return await invite(session, sides, pairId);
    },

    'directCall.inviteHost': async (session) => {
      const sides = await unchanged(() => withPush(checkMayCallHost(db, session.principal, session.party)));
      if (!session.live) throw new AppError('session-required');
      return await invite(session, sides, null);
    },

    'directCall.accept': async (session, { callId }) => {
      const { peer, room } = await inCall(session, () => accept(session, callId));
      return { peer, role: 'polite', ice: ice(session.partyKey), ...(room && { room: { callId: room } }) };
    },

    'directCall.decline': async (session, { callId }) => {
      await ask(session, callId, { type: 'decline' });
      return {};
    },

    'directCall.hangUp': async (session, { callId, reason }) => {
      const action = { type: 'hang-up', reason } as const;
      try {
        await ask(session, callId, action);
      } catch (error) {
        // It has ended already (SPEC.md, D9).
        if (!(error instanceof AppError)) throw error;
        log.debug({ callId, code: error.code }, 'nothing to hang up');
        if (!isUnanswered(error)) return {};
        deliver(session, callId, action);
        remoteCalls.hangUp(callId, session);
      }
      return {};
    },

    'directCall.signal': async (session, { callId, message, leg }) => {
      await ask(session, callId, { type: 'message', message, ...(leg !== undefined && { leg }) });
      return {};
    },

    'directCall.refreshIce': async (session, { callId }) => {
      await ask(session, callId, { type: 'check' });
      return ice(session.partyKey);
    },

    'directCall.report': async (session, { callId, relayed, bytesSent, bytesReceived, leg }) => {
      const bytes = bytesSent + bytesReceived;
      await ask(session, callId, { type: 'report', relayed, bytes, ...(leg !== undefined && { leg }) });
      return {};
    },

    ...createMovingHandlers({
      ...deps,
      ringTimeoutMs,
      owned,
      remoteCalls,
      ask,
      questions,
      reachability,
      requireReachable,
    }),
  };

  const onChange = (event: DomainEvent) => {
    if (isWithdrawal(event)) changes += 1;
    owned.rights
      .follow(event)
      .catch((err: unknown) => log.error({ err, event: event.type }, 'calls not checked after a change'));
  };

  /** To the call's new owner: these are still there. */
  const sayStillThere = (callId: CallId) => {
    for (const session of deps.directory.all()) {
      if (remoteCalls.of(session).some(({ id }) => id === callId))
        notify(session, callId, { type: 'away', away: false });
    }
  };

  const lookUp = createLookUp({ db, serverId, owned, remoteCalls });
  const lookingUp = setInterval(
    () => lookUp().catch((err: unknown) => log.debug({ err }, 'calls of other servers not looked up')),
    LOOK_UP_MS,
  );

  const ends = [
    bus.subscribe(ANNOUNCEMENTS_SUBJECT, (announcement) => {
      if (!isAnnouncement(announcement)) return;
      if (announcement.type === 'rang' && announcement.ownerId !== serverId) owned.crossed(announcement);
      remoteCalls.apply(announcement);
      if (announcement.type === 'taken-up') {
        if (announcement.ownerId !== serverId) owned.taken(announcement.callId);
        sayStillThere(announcement.callId);
      }
    }),
    bus.serve(ownerSubject(serverId), async (question) => {
      if (!isQuestion(question)) throw new AppError('invalid-payload');
      return await answer(question);
    }),
    // By the database: that the bus is silent may be the bus' own fault (SPEC.md, D14).
    heartbeat.onLost((lost) => {
      remoteCalls.ownerLost(lost);
      owned.serverLost(lost);
    }),
    heartbeat.onFound((found) => {
      remoteCalls.ownerFound(found);
      owned.serverFound(found);
    }),
    deps.events.subscribe(onChange),
  ];

  return {
    handlers,
    moved: {
      async checkMayJoin(session, callId) {
        const { customerId } = await ask(session, callId, { type: 'join-room' });
        if (!customerId) throw new AppError('call-not-found');
        return customerId;
      },
      async peopleIn(session, callId) {
        const { people } = await ask(session, callId, { type: 'check' });
        return people ?? [];
      },
      onLeft(listener) {
        leftListeners.add(listener);
        return () => leftListeners.delete(listener);
      },
    },
    get active() {
      return owned.active;
    },
    opened: (session) => remoteCalls.opened(session),
    // Its new page rings as well.
    restarted: (session) => remoteCalls.opened(session),
    away(session, away) {
      for (const call of remoteCalls.of(session)) notify(session, call.id, { type: 'away', away });
    },
    ended(session: Session, end: SessionEnd) {
      owned.withdrawInvitations(session.id);
      for (const call of remoteCalls.of(session)) deliver(session, call.id, { type: 'session-ended', end });
      remoteCalls.ended(session);
    },
    async close() {
      for (const end of ends.splice(0)) end();
      clearInterval(lookingUp);
      questions.close();
      remoteCalls.close();
      await owned.close();
    },
  };
}

const withdrawals: ReadonlySet<DomainEvent['type']> = new Set([
  'pair-changed',
  'features-changed',
  'party-moved',
  'events-missed',
]);
const isWithdrawal = ({ type }: DomainEvent): boolean => withdrawals.has(type);
