import type { CallId, ServerId, SessionId } from '#protocol/ids.ts';
import { type PartyKey, partyKey } from '#protocol/party.ts';
import type { CallEndReason } from '#protocol/signal/direct-call.ts';
import type { Session, SessionDirectory } from '#server/session.ts';
import type { Ring } from './messages.ts';

/** How much longer than it rings a call is remembered whose owner says nothing more. */
const OWNER_SILENT_MS = 5_000;

interface IncomingRing extends Ring {
  readonly until: number;
  /** Sessions that ring. */
  readonly sessions: Set<Session>;
  readonly timer: ReturnType<typeof setTimeout>;
  /** A session of this server is answering: whether it has, is not known before it has its own answer. */
  answering: number;
  /** The owner was lost meanwhile. */
  orphaned: boolean;
}

/** What rings on this server (SPEC.md, D2). */
export class Rings {
  readonly #rings = new Map<CallId, IncomingRing>();
  readonly #directory: SessionDirectory;

  constructor(directory: SessionDirectory) {
    this.#directory = directory;
  }

  /** Rings all sessions of the callee, also those that open meanwhile; once, however often it is asked. */
  begin(ring: Ring): void {
    const { callId, callee, ringsForMs } = ring;
    if (this.#rings.has(callId)) return;
    const timer = setTimeout(() => this.end(callId, 'no-answer', null), ringsForMs + OWNER_SILENT_MS);
    const until = performance.now() + ringsForMs;
    const incoming = { ...ring, until, sessions: new Set<Session>(), timer, answering: 0, orphaned: false };
    this.#rings.set(callId, incoming);
    for (const session of this.#directory.of(callee)) this.#ringSession(incoming, session);
  }

  get(callId: CallId): Ring | undefined {
    return this.#rings.get(callId);
  }

  /** Another call than this one rings the callee. */
  isRung({ callId, callee }: Ring): boolean {
    return [...this.#rings.values()].some((ring) => ring.callee === callee && ring.callId !== callId);
  }

  /** A call, no invitation into one, of this caller. */
  find(caller: PartyKey, callee: PartyKey): CallId | undefined {
    for (const ring of this.#rings.values())
      if (!ring.joins && ring.callee === callee && partyKey(ring.caller) === caller) return ring.callId;
    return undefined;
  }

  /** A session that opens while its party is called rings like the others (SPEC.md, D2). */
  opened(session: Session): void {
    for (const ring of this.#rings.values())
      if (ring.callee === session.partyKey && !ring.sessions.has(session)) this.#ringSession(ring, session);
  }

  /** Its new page rings as well (SPEC.md, S13). */
  restarted(session: Session): void {
    this.ended(session);
    this.opened(session);
  }

  ended(session: Session): void {
    for (const { sessions } of this.#rings.values()) sessions.delete(session);
  }

  end(callId: CallId, reason: CallEndReason, answeredBy: SessionId | null): void {
    const ring = this.#rings.get(callId);
    if (!ring) return;
    clearTimeout(ring.timer);
    this.#rings.delete(callId);
    for (const session of ring.sessions)
      if (session.id !== answeredBy) session.notify('directCall.ended', { callId, reason, durationS: 0 });
  }

  ownerLost(serverId: ServerId): void {
    for (const ring of [...this.#rings.values()]) {
      if (ring.ownerId !== serverId) continue;
      if (ring.answering > 0) ring.orphaned = true;
      else this.end(ring.callId, 'connection-lost', null);
    }
  }

  /** Answers what rings, or has rung, whose owner may be lost meanwhile: then it is over where that fails. */
  async answer<Result>(callId: CallId, session: Session, work: () => Promise<Result>): Promise<Result> {
    const ring = this.#rings.get(callId);
    if (!ring) return await work();
    ring.answering += 1;
    try {
      const result = await work();
      // Its owner may have died before it could say so.
      this.end(callId, 'answered-elsewhere', session.id);
      return result;
    } finally {
      ring.answering -= 1;
      if (ring.orphaned && ring.answering === 0) this.end(callId, 'connection-lost', null);
    }
  }

  close(): void {
    for (const { timer } of this.#rings.values()) clearTimeout(timer);
    this.#rings.clear();
  }

  #ringSession(
    { callId, pairId, caller: peer, joins, until, sessions }: IncomingRing,
    session: Session,
  ): void {
    sessions.add(session);
    session.notify('directCall.rang', {
      callId,
      pairId,
      peer,
      ringsForMs: Math.max(1, Math.round(until - performance.now())),
      ...(joins && { joins }),
    });
  }
}
