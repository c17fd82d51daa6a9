import type { CallId, PairId, ServerId, SessionId } from '#protocol/ids.ts';
import { type Party, type PartyKey, partyKey } from '#protocol/party.ts';
import type { CallEndReason } from '#protocol/signal/direct-call.ts';
import type { Presence, Session, SessionDirectory } from '#server/session.ts';
import type { Announcement } from './messages.ts';

/** Sessions may report on a call so long after its end (SPEC.md, D10). */
const LATE_REPORT_MS = 30_000;
/** How much longer than it rings a call is remembered whose owner says nothing more. */
const OWNER_SILENT_MS = 5_000;

/** A call that rings somebody, or that a session of this server has answered. */
export interface HeardCall {
  readonly id: CallId;
  readonly ownerId: ServerId;
  readonly pairId: PairId;
  readonly caller: Party;
  readonly callee: PartyKey;
  readonly ringsUntil: number;
  /** Sessions that ring. */
  readonly rang: Set<Session>;
  answered: Session | null;
  timer: ReturnType<typeof setTimeout>;
}

/** The callee's side: what owners have announced, passed on to the sessions of this server. */
export class HeardCalls {
  readonly #calls = new Map<CallId, HeardCall>();
  /** Of calls that a session of this server was in and that have ended. */
  readonly #pastOwners = new Map<CallId, ServerId>();
  readonly #directory: SessionDirectory;
  readonly #presence: Pick<Presence, 'leaveCall'>;

  constructor(directory: SessionDirectory, presence: Pick<Presence, 'leaveCall'>) {
    this.#directory = directory;
    this.#presence = presence;
  }

  get(id: CallId): HeardCall | undefined {
    return this.#calls.get(id);
  }

  /** Whom to ask about the call; also for a while after its end. */
  ownerOf(id: CallId): ServerId | undefined {
    return this.#calls.get(id)?.ownerId ?? this.#pastOwners.get(id);
  }

  ringing(): Iterable<HeardCall> {
    return [...this.#calls.values()].filter(({ answered }) => answered === null);
  }

  answeredBy(session: Session): Iterable<HeardCall> {
    return [...this.#calls.values()].filter(({ answered }) => answered === session);
  }

  hear(announcement: Announcement): void {
    if (announcement.type === 'rang') this.#ring(announcement);
    const call = this.#calls.get(announcement.callId);
    if (!call) return;
    const { callId } = announcement;
    switch (announcement.type) {
      case 'rang':
        return;
      case 'answered':
        this.#answer(call, announcement.by);
        return;
      case 'ended':
        this.#end(call, announcement.reason, announcement.durationS);
        return;
      case 'message':
        call.answered?.say('directCall.signalled', { callId, message: announcement.message });
        return;
      case 'caller-away':
        call.answered?.say('directCall.peerAway', { callId, away: announcement.away });
        return;
    }
  }

  /** A session that opens while its party is called rings like the others (SPEC.md, D2). */
  opened(session: Session): void {
    for (const call of this.ringing()) if (call.callee === session.partyKey) this.#ringSession(call, session);
  }

  ended(session: Session): void {
    for (const call of this.#calls.values()) call.rang.delete(session);
  }

  /** The owner is gone, and nobody else can end its calls. */
  ownerLost(ownerId: ServerId): void {
    for (const call of [...this.#calls.values()]) {
      if (call.ownerId === ownerId) this.#end(call, 'connection-lost', 0);
    }
  }

  close(): void {
    for (const call of this.#calls.values()) clearTimeout(call.timer);
    this.#calls.clear();
  }

  #ring(announcement: Extract<Announcement, { type: 'rang' }>): void {
    const { callId, ownerId, pairId, caller, callee, ringsForMs } = announcement;
    const call: HeardCall = {
      id: callId,
      ownerId,
      pairId,
      caller,
      callee,
      ringsUntil: performance.now() + ringsForMs,
      rang: new Set(),
      answered: null,
      timer: setTimeout(() => this.#end(call, 'no-answer', 0), ringsForMs + OWNER_SILENT_MS),
    };
    this.#calls.set(callId, call);
    for (const session of this.#directory.of(callee)) this.#ringSession(call, session);
  }

  #ringSession(call: HeardCall, session: Session): void {
    call.rang.add(session);
    session.say('directCall.rang', {
      callId: call.id,
      pairId: call.pairId,
      peer: call.caller,
      ringsForMs: Math.max(1, Math.round(call.ringsUntil - performance.now())),
    });
  }

  #answer(call: HeardCall, by: SessionId): void {
    clearTimeout(call.timer);
    for (const session of call.rang) {
      if (session.id === by) continue;
      const { id: callId } = call;
      session.say('directCall.ended', { callId, reason: 'answered-elsewhere', durationS: 0 });
    }
    call.rang.clear();
    call.answered = this.#directory.get(by) ?? null;
    if (!call.answered) this.#calls.delete(call.id);
  }

  #end(call: HeardCall, reason: CallEndReason, durationS: number): void {
    clearTimeout(call.timer);
    this.#calls.delete(call.id);
    const concerned = call.answered ? [call.answered] : call.rang;
    for (const session of concerned) session.say('directCall.ended', { callId: call.id, reason, durationS });
    if (!call.answered) return;
    this.#presence.leaveCall(call.answered);
    this.#pastOwners.set(call.id, call.ownerId);
    setTimeout(() => this.#pastOwners.delete(call.id), LATE_REPORT_MS).unref();
  }
}

export const isRinging = (call: HeardCall, between: { caller?: PartyKey; callee: PartyKey }): boolean =>
  call.callee === between.callee &&
  (between.caller === undefined || partyKey(call.caller) === between.caller);
