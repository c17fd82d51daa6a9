import type { CallId, ServerId, SessionId } from '#protocol/ids.ts';
import type { CallEndReason } from '#protocol/signal/direct-call.ts';
import type { Presence, Session } from '#server/session.ts';
import { LATE_REPORT_MS } from './participant.ts';

/** A session's place in a call. */
export interface Place {
  readonly callId: CallId;
  readonly session: Session;
  /** Whom to ask about the call. */
  ownerId: ServerId;
  /** By this process' own clock: when it was entered. */
  readonly since: number;
  /** The session is out of the call, and may only report on it. */
  over: boolean;
}

export interface PlacesDeps {
  readonly presence: Pick<Presence, 'leaveCall'>;
  /** A session of this server is not in the call any more. */
  readonly onLeft: (session: Session, callId: CallId) => void;
}

/** Which calls the sessions of this server are in, and who owns those. */
export class Places {
  readonly #places = new Map<SessionId, Map<CallId, Place>>();
  readonly #deps: PlacesDeps;

  constructor(deps: PlacesDeps) {
    this.#deps = deps;
  }

  get(sessionId: SessionId, callId: CallId): Place | undefined {
    return this.#places.get(sessionId)?.get(callId);
  }

  /** The calls that a session is in. */
  of(session: Session): readonly Place[] {
    return [...(this.#places.get(session.id)?.values() ?? [])].filter(({ over }) => !over);
  }

  all(): readonly Place[] {
    return [...this.#places.values()]
      .flatMap((ofSession) => [...ofSession.values()])
      .filter(({ over }) => !over);
  }

  enter(callId: CallId, ownerId: ServerId, session: Session): Place {
    const ofSession = this.#places.get(session.id) ?? new Map<CallId, Place>();
    this.#places.set(session.id, ofSession);
    const since = ofSession.get(callId)?.since ?? performance.now();
    const place = { callId, session, ownerId, since, over: false };
    ofSession.set(callId, place);
    return place;
  }

  /** Undoes `enter`. */
  leave(callId: CallId, session: Session): void {
    const ofSession = this.#places.get(session.id);
    ofSession?.delete(callId);
    if (ofSession?.size === 0) this.#places.delete(session.id);
  }

  /** The call is over for the session, by its own measure of time where nothing else says how long it was. */
  end(sessionId: SessionId, callId: CallId, reason: CallEndReason, durationS?: number): void {
    const place = this.get(sessionId, callId);
    if (!place || place.over) return;
    place.over = true;
    const { session, since } = place;
    const measuredS = Math.round((performance.now() - since) / 1000);
    session.notify('directCall.ended', { callId, reason, durationS: durationS ?? measuredS });
    this.#deps.presence.leaveCall(session);
    this.#deps.onLeft(session, callId);
    setTimeout(() => {
      if (this.get(sessionId, callId) === place) this.leave(callId, session);
    }, LATE_REPORT_MS).unref();
  }

  ended(session: Session): void {
    this.#places.delete(session.id);
  }

  /** Those who talk wait for another owner, or go on with the one that they had (SPEC.md, D14). */
  ownerAway(serverId: ServerId, away: boolean): void {
    for (const { callId, session, ownerId } of this.all())
      if (ownerId === serverId) session.notify('directCall.peerAway', { callId, away });
  }
}
