import type { Bus } from '#platform/bus/bus.ts';
import type { Logger } from '#platform/log.ts';
import { AppError } from '#protocol/app-error.ts';
import type { CallId, ServerId } from '#protocol/ids.ts';
import { RING_TIMEOUT_MS } from '#protocol/limits.ts';
import { type Party, partyKey } from '#protocol/party.ts';
import type { directCallRequests } from '#protocol/signal/direct-call.ts';
import type { HandlerTable } from '#protocol/wire.ts';
import type { Db } from '#server/db/database.ts';
import type { DomainEvent, DomainEvents } from '#server/domain-events.ts';
import type { IceServers } from '#server/ice-servers.ts';
import type { Presence, Session, SessionDirectory, SessionEnd, SessionListener } from '#server/session.ts';
import { checkMayCall } from './access.ts';
import { HeardCalls, isRinging } from './heard-calls.ts';
import {
  ANNOUNCEMENTS_SUBJECT,
  type Answer,
  isAnnouncement,
  isAnswer,
  isQuestion,
  ownerSubject,
  type Question,
} from './messages.ts';
import { OwnedCalls } from './owned-calls.ts';

/** Time for another server's answer. */
const OWNER_TIMEOUT_MS = 5_000;

export interface DirectCallsDeps {
  readonly db: Db;
  readonly bus: Bus;
  readonly serverId: ServerId;
  readonly events: DomainEvents;
  readonly directory: SessionDirectory;
  readonly presence: Presence;
  readonly ice: IceServers;
  readonly log: Logger;
  /** `RING_TIMEOUT_MS` by default. */
  readonly ringTimeoutMs?: number;
}

export interface DirectCalls extends SessionListener {
  readonly handlers: HandlerTable<typeof directCallRequests, Session>;
  /** Calls of this server's callers that ring or are active. */
  readonly active: number;
  /** Ends what has not ended and waits for what is being written; can be called twice. */
  close(): Promise<void>;
}

/** 1-to-1 calls: the requests of this server's sessions, and what other servers have to say (SPEC.md, D). */
export function createDirectCalls(deps: DirectCallsDeps): DirectCalls {
  const { db, bus, serverId, presence, ice, log, ringTimeoutMs = RING_TIMEOUT_MS } = deps;
  const owned = new OwnedCalls({ ...deps, ringTimeoutMs });
  const heard = new HeardCalls(deps.directory, presence);

  /** Asks the call's owner in the session's name. */
  const ask = async (session: Session, callId: CallId, action: Question['action']): Promise<Answer> => {
    const question = { callId, sessionId: session.id, party: session.partyKey, serverId, action };
    if (owned.owns(callId)) return owned.handle(question);
    const owner = heard.ownerOf(callId);
    if (owner === undefined || owner === serverId) throw new AppError('call-not-found');
    const reply = await bus.request(ownerSubject(owner), question, { timeoutMs: OWNER_TIMEOUT_MS });
    if (!isAnswer(reply)) throw new TypeError('An answer about a call that is none');
    return reply;
  };

  /** For what nobody waits for; a call that is over is what it would bring about anyway. */
  const tell = (session: Session, callId: CallId, action: Question['action']): void => {
    ask(session, callId, action).catch((err: unknown) => {
      if (err instanceof AppError && err.code === 'call-not-found') return;
      log.warn({ err, callId, action: action.type }, 'call not told');
    });
  };

  /** The session must have entered the call in `presence` before. */
  const accept = async (session: Session, callId: CallId): Promise<Party> => {
    const { peer } = await ask(session, callId, { type: 'accept' });
    const call = heard.get(callId);
    // Before the announcement arrives: the session may end in between, and its end must find the call.
    if (call) call.answered = session;
    if (!session.live) tell(session, callId, { type: 'session-ended', end: 'lost' });
    if (!peer) throw new AppError('call-not-found');
    return peer;
  };

  /** Takes part in a call of the callee to the caller that rings already, if there is one (SPEC.md, D5). */
  const joinCrossing = async (session: Session, callee: Party): Promise<CallId | null> => {
    const calling = partyKey(callee);
    const callId =
      owned.findRinging(session.partyKey, calling) ??
      [...heard.ringing()].find((call) => isRinging(call, { caller: calling, callee: session.partyKey }))?.id;
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

  const reachability = (key: Session['partyKey']): 'busy' | 'offline' | null => {
    const rings =
      owned.findRinging(key) !== undefined ||
      [...heard.ringing()].some((call) => isRinging(call, { callee: key }));
    const state = presence.stateOf(key);
    if (state === 'busy' || rings) return 'busy';
    return state === 'offline' ? 'offline' : null;
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

  const handlers: DirectCalls['handlers'] = {
    'directCall.invite': async (session, { pairId }) => {
      if (session.principal.kind === 'guest') throw new AppError('forbidden');
      const { caller, callee } = await checkMayCall(db, session.partyKey, pairId);
      if (!session.live) throw new AppError('session-required');
      return await inCall(session, async () => {
        const joined = await joinCrossing(session, callee.party);
        if (joined) {
          session.say('directCall.accepted', { callId: joined, role: 'polite', ice: ice(session.partyKey) });
          return { callId: joined, peer: callee.party, ringsForMs: ringTimeoutMs };
        }
        if (!session.live) throw new AppError('session-required');
        const unreachable = reachability(callee.key);
        const callId = owned.invite({ session, pairId, caller, callee, unreachable });
        log.info({ callId, unreachable }, 'call invited');
        return { callId, peer: callee.party, ringsForMs: ringTimeoutMs };
      });
    },

    'directCall.accept': async (session, { callId }) => {
      const peer = await inCall(session, () => accept(session, callId));
      return { peer, role: 'polite', ice: ice(session.partyKey) };
    },

    'directCall.decline': async (session, { callId }) => {
      await ask(session, callId, { type: 'decline' });
      return {};
    },

    'directCall.hangUp': async (session, { callId, reason }) => {
      try {
        await ask(session, callId, { type: 'hang-up', reason });
      } catch (error) {
        // It has ended already (SPEC.md, D9), or its owner is gone, which ends it as well.
        if (!(error instanceof AppError)) throw error;
        log.debug({ callId, code: error.code }, 'nothing to hang up');
      }
      return {};
    },

    'directCall.signal': async (session, { callId, message }) => {
      await ask(session, callId, { type: 'message', message });
      return {};
    },

    'directCall.refreshIce': async (session, { callId }) => {
      await ask(session, callId, { type: 'check' });
      return ice(session.partyKey);
    },

    'directCall.report': async (session, { callId, relayed, bytesSent, bytesReceived }) => {
      await ask(session, callId, { type: 'report', relayed, bytes: bytesSent + bytesReceived });
      return {};
    },
  };

  const onChange = (event: DomainEvent) => {
    if (event.type === 'pair-changed' && !event.callable) owned.revokePair(event.pairId);
    if (event.type !== 'features-changed') return;
    owned
      .recheckServices(event.customerId)
      .catch((err: unknown) => log.error({ err }, 'calls not checked after a change of features'));
  };

  const ends = [
    bus.subscribe(ANNOUNCEMENTS_SUBJECT, (announcement) => {
      if (!isAnnouncement(announcement)) return;
      if (announcement.type === 'rang' && announcement.ownerId !== serverId) owned.crossed(announcement);
      heard.hear(announcement);
    }),
    bus.serve(ownerSubject(serverId), async (question) => {
      if (!isQuestion(question)) throw new AppError('invalid-payload');
      return owned.handle(question);
    }),
    presence.onServerLost((lost) => {
      heard.ownerLost(lost);
      owned.serverLost(lost);
    }),
    deps.events.subscribe(onChange),
  ];

  return {
    handlers,
    get active() {
      return owned.active;
    },
    opened: (session) => heard.opened(session),
    away(session, away) {
      owned.sessionAway(session, away);
      for (const call of heard.answeredBy(session)) tell(session, call.id, { type: 'away', away });
    },
    ended(session: Session, end: SessionEnd) {
      owned.sessionEnded(session, end);
      for (const call of heard.answeredBy(session)) {
        tell(session, call.id, { type: 'session-ended', end });
      }
      heard.ended(session);
    },
    async close() {
      for (const end of ends.splice(0)) end();
      heard.close();
      await owned.close();
    },
  };
}
