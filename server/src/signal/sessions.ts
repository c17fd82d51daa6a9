import type { Logger } from '#platform/log.ts';
import { AppError } from '#protocol/app-error.ts';
import type { SessionId } from '#protocol/ids.ts';
import { CloseCode, PROTOCOL_VERSION } from '#protocol/limits.ts';
import { type PartyKey, partyKey } from '#protocol/party.ts';
import type { SignalPayload } from '#protocol/signal/contract.ts';
import type { Session, SessionDirectory, SessionEnd, SessionListener } from '#server/session.ts';
import type { SessionOpener } from './connection.ts';
import type { GuestLimits } from './guest-limits.ts';
import type { Identity } from './identify.ts';
import { LiveSession, type LiveSessionOptions, type Wire } from './live-session.ts';

/**
 * Grace after close code 1001 for a session without a call: a page that is reloaded is back by then. A browser also says 1001
 * for a page that has crashed (SPEC.md, S6).
 */
const PAGE_LEFT_GRACE_MS = 3_000;
/** Sessions of one party (browsers and tabs), far above legitimate use (SPEC.md, S2). */
const MAX_SESSIONS_A_PARTY = 50;
const NORMAL_CLOSURE = 1000;
const GOING_AWAY = 1001;

/** Which sessions this server has. Filled by `Sessions`; read by the calls, which are built before it. */
export class LocalSessions implements SessionDirectory {
  readonly #byId = new Map<SessionId, LiveSession>();
  readonly #byParty = new Map<PartyKey, Set<LiveSession>>();

  get(id: SessionId): LiveSession | undefined {
    return this.#byId.get(id);
  }

  of(key: PartyKey): readonly LiveSession[] {
    return [...(this.#byParty.get(key) ?? [])];
  }

  all(): Iterable<LiveSession> {
    return [...this.#byId.values()];
  }

  get size(): number {
    return this.#byId.size;
  }

  add(session: LiveSession): void {
    this.#byId.set(session.id, session);
    const ofParty = this.#byParty.get(session.partyKey) ?? new Set();
    this.#byParty.set(session.partyKey, ofParty.add(session));
  }

  remove(session: LiveSession): void {
    this.#byId.delete(session.id);
    const ofParty = this.#byParty.get(session.partyKey);
    ofParty?.delete(session);
    if (ofParty?.size === 0) this.#byParty.delete(session.partyKey);
  }
}

export interface SessionsOptions {
  readonly directory: LocalSessions;
  /** In the order in which they hear; the first is the first to know of a new session and of its end. */
  readonly listeners: readonly SessionListener[];
  readonly identify: (
    credential: SignalPayload<'session.open'>['credential'],
    address: string,
  ) => Promise<Identity>;
  readonly guestLimits: GuestLimits;
  readonly router: LiveSessionOptions['router'];
  readonly report: LiveSessionOptions['report'];
  readonly observer: LiveSessionOptions['observer'];
  readonly log: Logger;
  /** How long a session waits for its lost socket, in milliseconds. */
  readonly graceMs: number;
  /** A call waits for its page, which may be reloading. */
  readonly isInCall: (session: Session) => boolean;
  readonly pageLeftGraceMs?: number;
}

/** Opens, resumes and ends the sessions of this server (SPEC.md, S2–S7). */
export class Sessions implements SessionOpener {
  readonly #options: SessionsOptions;
  readonly #graceTimers = new Map<LiveSession, ReturnType<typeof setTimeout>>();
  /** In their grace time, and the browser has said that the page is gone. */
  readonly #pageless = new WeakSet<LiveSession>();
  #closed = false;

  constructor(options: SessionsOptions) {
    this.#options = options;
  }

  async open(
    { protocolVersion, credential, resume }: SignalPayload<'session.open'>,
    wire: Wire & { readonly address: string },
    reply: (data: object) => void,
  ): Promise<LiveSession> {
    if (protocolVersion !== PROTOCOL_VERSION) throw new AppError('protocol-mismatch');
    const identity = await this.#options.identify(credential, wire.address);
    if (this.#closed) throw new AppError('service-unavailable');
    const previous = resume && this.#options.directory.get(resume.sessionId);
    const own = previous && previous.partyKey === partyKey(identity.party) ? previous : undefined;
    if (own && resume?.lastSeq === undefined) return this.#restart(own, identity, wire, reply);
    const missed = own && resume?.lastSeq !== undefined ? own.missedSince(resume.lastSeq) : null;
    if (own && missed) {
      this.#take(own, identity, wire);
      reply(this.#opened(own, true));
      for (const frame of missed) wire.send(frame);
      return own;
    }
    if (own) this.end(own, 'lost');
    await this.#options.guestLimits.count(identity);
    if (this.#closed) throw new AppError('service-unavailable');
    return this.#begin(identity, wire, reply);
  }

  #begin(identity: Identity, wire: Wire, reply: (data: object) => void): LiveSession {
    const { directory, listeners, router, report, observer, log } = this.#options;
    if (directory.of(partyKey(identity.party)).length >= MAX_SESSIONS_A_PARTY) {
      throw new AppError('too-many-requests', { retryAfterMs: this.#options.graceMs });
    }
    this.#options.guestLimits.check(identity, directory.all());
    const id = crypto.randomUUID() as string as SessionId;
    const session = new LiveSession({
      id,
      ...identity,
      router,
      report,
      observer,
      onOverflow: (overflowing) => this.end(overflowing, 'lost'),
    });
    directory.add(session);
    log.info({ sessionId: id, party: session.partyKey }, 'session opened');
    reply(this.#opened(session, false));
    session.attach(wire);
    for (const listener of listeners) listener.opened?.(session);
    return session;
  }

  /** A page that was reloaded continues with the session of the last one (SPEC.md, S13). */
  #restart(session: LiveSession, identity: Identity, wire: Wire, reply: (data: object) => void): LiveSession {
    session.restart();
    reply(this.#opened(session, true));
    this.#take(session, identity, wire);
    for (const listener of this.#options.listeners) listener.restarted?.(session);
    return session;
  }

  #take(session: LiveSession, { principal }: Identity, wire: Wire): void {
    const replaced = session.wire;
    const wasAway = this.#stopGrace(session);
    this.#options.log.info({ sessionId: session.id }, 'session resumed');
    session.principal = principal;
    // First, so that the old socket's loss is seen to be of no concern any more.
    session.attach(wire);
    replaced?.close(CloseCode.replaced);
    if (wasAway) for (const listener of this.#options.listeners) listener.away?.(session, false, false);
  }

  #opened(session: LiveSession, resumed: boolean): object {
    return { sessionId: session.id, resumed, party: session.party, graceMs: this.#options.graceMs };
  }

  lost(session: LiveSession, wire: Wire, code: number): void {
    // Another socket has the session already, or it is over.
    if (session.wire !== wire) return;
    if (code === NORMAL_CLOSURE || code === CloseCode.abuse) {
      this.end(session, 'closed');
      return;
    }
    const pageLeft = code === GOING_AWAY;
    const graceMs =
      pageLeft && !this.#options.isInCall(session)
        ? Math.min(this.#options.pageLeftGraceMs ?? PAGE_LEFT_GRACE_MS, this.#options.graceMs)
        : this.#options.graceMs;
    session.detach();
    if (pageLeft) this.#pageless.add(session);
    this.#options.log.info({ sessionId: session.id, code, graceMs }, 'session lost its socket');
    this.#graceTimers.set(
      session,
      setTimeout(() => this.end(session, 'lost'), graceMs),
    );
    for (const listener of this.#options.listeners) listener.away?.(session, true, pageLeft);
  }

  /** Ends what the same party has left by closing a page in a call (SPEC.md, D2). */
  endClosedPages({ id, partyKey: key }: Session): void {
    for (const other of this.#options.directory.of(key)) {
      if (other.id !== id && this.#pageless.has(other) && this.#options.isInCall(other))
        this.end(other, 'lost');
    }
  }

  /** Can be called twice. `code` closes the socket, if there is one. */
  end(session: LiveSession, end: SessionEnd, code: number = NORMAL_CLOSURE): void {
    if (!session.live) return;
    const wire = session.wire;
    this.#stopGrace(session);
    this.#options.directory.remove(session);
    this.#options.log.info({ sessionId: session.id, end }, 'session ended');
    for (const listener of this.#options.listeners) listener.ended?.(session, end);
    // Last, so that what the listeners have said to it (a call's end) still goes out.
    session.end();
    wire?.close(code);
  }

  #stopGrace(session: LiveSession): boolean {
    clearTimeout(this.#graceTimers.get(session));
    this.#pageless.delete(session);
    return this.#graceTimers.delete(session);
  }

  /** Ends all sessions; their clients come back, here or elsewhere, with a new one. */
  close(): void {
    this.#closed = true;
    for (const session of this.#options.directory.all())
      this.end(session, 'server-closed', CloseCode.serviceRestart);
  }
}
