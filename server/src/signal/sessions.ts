import type { Logger } from '#platform/log.ts';
import { AppError } from '#protocol/app-error.ts';
import type { SessionId } from '#protocol/ids.ts';
import { CloseCode, PROTOCOL_VERSION } from '#protocol/limits.ts';
import type { PartyKey } from '#protocol/party.ts';
import type { SignalPayload } from '#protocol/signal/contract.ts';
import { limitTable } from '#server/limits/limit-table.ts';
import { overLimit } from '#server/limits/over-limit.ts';
import {
  type AnySession,
  isOfParty,
  type Session,
  type SessionDirectory,
  type SessionEnd,
  type SessionKey,
  type SessionListener,
} from '#server/session.ts';
import type { SessionOpener } from './connection.ts';
import type { GuestLimits } from './guest-limits.ts';
import type { Identity } from './identify.ts';
import { LiveSession, type LiveSessionOptions, sessionKeyOf, type Wire } from './live-session.ts';

/**
 * Grace after close code 1001 for a session without a call: a page that is reloaded is back by then. A browser also says 1001
 * for a page that has crashed (SPEC.md, S6).
 */
const PAGE_LEFT_GRACE_MS = 3_000;
const NORMAL_CLOSURE = 1000;
const GOING_AWAY = 1001;

/** A session of someone who can be in a call. */
type PartySession = LiveSession & Session;

/** Which sessions this server has. Filled by `Sessions`; read by the calls, which are built before it. */
export class LocalSessions implements SessionDirectory {
  readonly #byId = new Map<SessionId, LiveSession>();
  readonly #byKey = new Map<SessionKey, Set<LiveSession>>();

  /** Of anyone, administrators included. */
  find(id: SessionId): LiveSession | undefined {
    return this.#byId.get(id);
  }

  get(id: SessionId): PartySession | undefined {
    const session = this.#byId.get(id);
    return session && isOfParty(session) ? session : undefined;
  }

  of(key: PartyKey): readonly PartySession[] {
    return this.ofAnyone(key).filter(isOfParty);
  }

  ofAnyone(key: SessionKey): readonly LiveSession[] {
    return [...(this.#byKey.get(key) ?? [])];
  }

  all(): Iterable<PartySession> {
    return this.everyone().filter(isOfParty);
  }

  /** Those of administrators too. */
  everyone(): readonly LiveSession[] {
    return [...this.#byId.values()];
  }

  get size(): number {
    return this.#byId.size;
  }

  add(session: LiveSession): void {
    this.#byId.set(session.id, session);
    const others = this.#byKey.get(session.key) ?? new Set();
    this.#byKey.set(session.key, others.add(session));
  }

  remove(session: LiveSession): void {
    this.#byId.delete(session.id);
    const others = this.#byKey.get(session.key);
    others?.delete(session);
    if (others?.size === 0) this.#byKey.delete(session.key);
  }
}

export interface SessionsOptions {
  readonly directory: LocalSessions;
  readonly listeners: SessionListeners;
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

/** In the order in which they hear; the first is the first to know of a new session and of its end. */
export interface SessionListeners {
  /** Of sessions of parties alone. */
  readonly parties: readonly SessionListener[];
  /** Of all sessions, after the others. */
  readonly anyone: readonly SessionListener<AnySession>[];
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
    const previous = resume && this.#options.directory.find(resume.sessionId);
    const own = previous && previous.key === sessionKeyOf(identity) ? previous : undefined;
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
    const { directory, router, report, observer, log } = this.#options;
    const others = directory.ofAnyone(sessionKeyOf(identity));
    if (others.length >= limitTable['sessions-person'].most) {
      throw overLimit('sessions-person', this.#options.graceMs);
    }
    this.#options.guestLimits.check(identity, directory.all());
    const id = crypto.randomUUID() as string as SessionId;
    const session = new LiveSession({
      id,
      ...identity,
      kept: others[0]?.kept ?? { characters: 0 },
      router,
      report,
      observer,
      onOverflow: (overflowing) => this.end(overflowing, 'lost'),
    });
    directory.add(session);
    log.info({ sessionId: id, party: session.key }, 'session opened');
    reply(this.#opened(session, false));
    session.attach(wire);
    this.#tell(session, (listener, opened) => listener.opened?.(opened));
    return session;
  }

  /** A page that was reloaded continues with the session of the last one (SPEC.md, S13). */
  #restart(session: LiveSession, identity: Identity, wire: Wire, reply: (data: object) => void): LiveSession {
    session.restart();
    reply(this.#opened(session, true));
    this.#take(session, identity, wire);
    this.#tell(session, (listener, restarted) => listener.restarted?.(restarted));
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
    if (wasAway) this.#tell(session, (listener, back) => listener.away?.(back, false, false));
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
    const inCall = isOfParty(session) && this.#options.isInCall(session);
    const graceMs =
      pageLeft && !inCall
        ? Math.min(this.#options.pageLeftGraceMs ?? PAGE_LEFT_GRACE_MS, this.#options.graceMs)
        : this.#options.graceMs;
    session.detach();
    if (pageLeft) this.#pageless.add(session);
    this.#options.log.info({ sessionId: session.id, code, graceMs }, 'session lost its socket');
    this.#graceTimers.set(
      session,
      setTimeout(() => this.end(session, 'lost'), graceMs),
    );
    this.#tell(session, (listener, away) => listener.away?.(away, true, pageLeft));
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
    this.#tell(session, (listener, ended) => listener.ended?.(ended, end));
    // Last, so that what the listeners have said to it (a call's end) still goes out.
    session.end(end);
    wire?.close(code);
  }

  #tell(
    session: LiveSession,
    tell: <Of extends AnySession>(listener: SessionListener<Of>, session: Of) => void,
  ): void {
    const { parties, anyone } = this.#options.listeners;
    if (isOfParty(session)) for (const listener of parties) tell<Session>(listener, session);
    for (const listener of anyone) tell<AnySession>(listener, session);
  }

  #stopGrace(session: LiveSession): boolean {
    clearTimeout(this.#graceTimers.get(session));
    this.#pageless.delete(session);
    return this.#graceTimers.delete(session);
  }

  /** Ends all sessions; their clients come back, here or elsewhere, with a new one. */
  close(): void {
    this.#closed = true;
    for (const session of this.#options.directory.everyone())
      this.end(session, 'server-closed', CloseCode.serviceRestart);
  }
}
