import { AppError } from '#protocol/app-error.ts';
import type { CallId, CustomerId, ServerId } from '#protocol/ids.ts';
import { RING_TIMEOUT_MS } from '#protocol/limits.ts';
import type { Party } from '#protocol/party.ts';
import type { directCallRequests } from '#protocol/signal/direct-call.ts';
import type { HandlerTable } from '#protocol/wire.ts';
import type { Session, SessionListener } from '#server/session.ts';
import { createAnswer } from './answer.ts';
import type { CallDeps } from './call-deps.ts';
import { CallRights } from './call-rights.ts';
import { createHandlers } from './handlers.ts';
import { Inviting } from './inviting.ts';
import { keepCallsAlive } from './live-calls-upkeep.ts';
import { lookUpCalls } from './look-up.ts';
import { isNews, isRing, type News, newsSubject, type Ring, ringSubject } from './messages.ts';
import { type Answer, OwnedCalls } from './owned-calls.ts';
import { OwnerQuestions } from './owner-questions.ts';
import { Rings } from './rings.ts';
import { Places } from './session-places.ts';

/** How long a call waits for those whose server is gone: as long as a client takes to find another one, and more. */
const TAKE_UP_MS = 60_000;

export interface DirectCallsDeps extends Omit<CallDeps, 'ringTimeoutMs' | 'takeUpMs'> {
  /** `RING_TIMEOUT_MS` by default. */
  readonly ringTimeoutMs?: number;
  /** `TAKE_UP_MS` by default. */
  readonly takeUpMs?: number;
}

export interface DirectCalls extends SessionListener {
  readonly handlers: HandlerTable<typeof directCallRequests, Session>;
  /** What rooms ask of calls that have moved to the media node (SPEC.md, D12). */
  readonly moved: {
    checkMayJoin(
      session: Session,
      callId: CallId,
    ): Promise<{ readonly customerId: CustomerId; readonly isSide: boolean }>;
    peopleIn(session: Session, callId: CallId): Promise<readonly Party[]>;
    onLeft(listener: (session: Session, callId: CallId) => void): () => void;
  };
  /** Calls of this server's callers that ring or are active. */
  readonly active: number;
  /** Leaves what was answered to be taken up, and waits for what is being written; can be called twice. */
  close(): Promise<void>;
}

/** 1-to-1 calls: those that this server owns, and what its sessions ask and hear of any (SPEC.md, D). */
export function createDirectCalls({
  ringTimeoutMs = RING_TIMEOUT_MS,
  takeUpMs = TAKE_UP_MS,
  ...given
}: DirectCallsDeps): DirectCalls {
  const deps: CallDeps = { ...given, ringTimeoutMs, takeUpMs };
  const { bus, serverId, heartbeat, presence, directory } = deps;
  const closing = new AbortController();
  const writing = new Set<Promise<void>>();
  const leftListeners = new Set<(session: Session, callId: CallId) => void>();

  // What the sessions of this server hear
  const rings = new Rings(directory);
  const places = new Places({
    presence,
    onLeft: (session, callId) => {
      for (const listener of leftListeners) listener(session, callId);
    },
  });
  /** Whether it may ring here (SPEC.md, D2, D5). */
  const ringHere = (ring: Ring): boolean => {
    if (rings.isRung(ring) || !owned.yieldTo(ring)) return false;
    rings.begin(ring);
    return true;
  };
  const hear = (news: News): void => {
    const { callId } = news;
    switch (news.type) {
      case 'said': {
        const { notice, data } = news.say;
        if (notice === 'directCall.ended') places.end(news.to, callId, data.reason, data.durationS);
        else directory.get(news.to)?.notify(notice, data);
        return;
      }
      case 'ring-over':
        rings.end(callId, news.reason, news.answeredBy);
        return;
      case 'taken-up':
        if (news.ownerId !== serverId) owned.taken(callId);
        for (const place of places.all()) {
          if (place.callId !== callId) continue;
          place.ownerId = news.ownerId;
          // The new owner may think that it is not.
          questions.setAway(place, place.session, false);
        }
        return;
    }
  };
  const tell = (to: ServerId, news: News): void => {
    if (to === serverId) hear(news);
    else bus.publish(newsSubject(to), news);
  };

  // What this server owns, and answers for
  const answer: Answer = (call, question) => answerAsOwner(call, question);
  const owned = new OwnedCalls({ ...deps, closing: closing.signal, writing, tell, ringHere, answer });
  const rights = new CallRights({ ...deps, calls: () => owned.all() });
  const inviting = new Inviting({ ...deps, owned, rights });
  const answerAsOwner = createAnswer({ ...deps, rights, inviting });
  const questions = new OwnerQuestions({ ...deps, owned, answer });

  const ends = [
    bus.serve(ringSubject(serverId), async (ring) => {
      if (!isRing(ring)) throw new AppError('invalid-payload');
      return ringHere(ring);
    }),
    bus.subscribe(newsSubject(serverId), (news) => {
      if (isNews(news)) hear(news);
    }),
    presence.onArrival((key, on) => owned.calleeArrived(key, on)),
    // By the database: that the bus is silent may be the bus' own fault (SPEC.md, D14).
    heartbeat.onLost((lost) => {
      rings.ownerLost(lost);
      places.ownerAway(lost, true);
      owned.serverLost(lost);
      for (const place of places.all()) if (place.ownerId === lost) questions.follow(place, place.session);
    }),
    heartbeat.onFound((found) => {
      places.ownerAway(found, false);
      owned.serverFound(found);
    }),
    deps.events.subscribe((event) => rights.follow(event)),
    keepCallsAlive({ ...deps, tell, owned }),
    lookUpCalls({ ...deps, places, owned }),
  ];

  const { handlers, ask } = createHandlers({ ...deps, owned, rings, places, questions, inviting });
  return {
    handlers,
    moved: {
      async checkMayJoin(session, callId) {
        const { moved, customerId, isSide = false } = await ask(session, 'directCall.look', { callId });
        if (!moved) throw new AppError('call-state');
        return { customerId, isSide };
      },
      async peopleIn(session, callId) {
        return (await ask(session, 'directCall.look', { callId })).people;
      },
      onLeft(listener) {
        leftListeners.add(listener);
        return () => leftListeners.delete(listener);
      },
    },
    get active() {
      return owned.all().filter(({ state }) => state.tag !== 'ended').length;
    },
    opened: (session) => rings.opened(session),
    restarted: (session) => rings.restarted(session),
    away(session, away) {
      for (const place of places.of(session)) questions.setAway(place, session, away);
    },
    ended(session, end) {
      const left = places.of(session);
      rings.ended(session);
      // First: a session that has ended hears nothing more of its calls.
      places.ended(session);
      for (const place of left) {
        const { callId } = place;
        questions.deliver(place, session, 'directCall.endSession', { callId, end });
      }
    },
    async close() {
      for (const end of ends.splice(0)) end();
      questions.close();
      rings.close();
      owned.close();
      rights.close();
      closing.abort();
      while (writing.size > 0) await Promise.all(writing);
    },
  };
}
