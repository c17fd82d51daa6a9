import type { Bus } from '#platform/bus/bus.ts';
import { AppError } from '#protocol/app-error.ts';
import type { ServerId } from '#protocol/ids.ts';
import type { PartyKey, PresenceState } from '#protocol/party.ts';
import type { Presence, Session, SessionEnd, SessionListener } from '#server/session.ts';
import {
  type PresenceMessage,
  type PresenceSnapshot,
  presenceMessageSchema,
  SnapshotParts,
  snapshotMessages,
} from './presence-messages.ts';

const SUBJECT = 'presence';
/** SPEC.md, P3. */
const HEARTBEAT_MS = 2_000;
const SILENCES_UNTIL_LOST = 3;
/** Time for another server to say whether a party is still busy. */
const SETTLE_TIMEOUT_MS = 500;
const settleSubject = (serverId: ServerId): string => `presence-settle.${serverId}`;

interface OtherServer {
  /** Beats of this server's own since that one was heard. */
  silences: number;
  /** Null: no snapshot has come yet. */
  version: number | null;
  readonly parts: SnapshotParts;
  readonly states: Map<PartyKey, PresenceState>;
}

type ChangeListener = (key: PartyKey, state: PresenceState) => void;
type ArrivalListener = (key: PartyKey, serverId: ServerId) => void;

export interface SharedPresenceOptions {
  readonly bus: Bus;
  readonly serverId: ServerId;
  /** Whether a server lives although it is not heard; no one knows by default. */
  readonly isAlive?: (serverId: ServerId) => boolean;
  readonly heartbeatMs?: number;
}

/**
 * Presence over all servers: this one's sessions, and what the others publish of theirs (SPEC.md, P1, P3). Silence counts only
 * after a round trip over the bus: neither while the bus is away on this side nor while this process stood still.
 */
export class SharedPresence implements Presence, SessionListener {
  readonly #bus: Bus;
  readonly #serverId: ServerId;
  readonly #sessions = new Map<PartyKey, Set<Session>>();
  readonly #inCall = new Set<Session>();
  /** Whose page is gone: it is reloading, was closed, or has crashed. */
  readonly #pageless = new Set<Session>();
  /** What has been published of this server's parties; without those offline. */
  readonly #published = new Map<PartyKey, PresenceState>();
  readonly #others = new Map<ServerId, OtherServer>();
  readonly #changeListeners = new Set<ChangeListener>();
  readonly #arrivalListeners = new Set<ArrivalListener>();
  readonly #lostListeners = new Set<(serverId: ServerId) => void>();
  readonly #foundAgainListeners = new Set<() => void>();
  readonly #heartbeatMs: number;
  readonly #heartbeat: ReturnType<typeof setInterval>;
  readonly #ends: readonly (() => void)[];
  readonly #isAlive: (serverId: ServerId) => boolean;
  #version = 0;
  #listening = false;
  /** As the last round trip showed. */
  #hears = true;
  #closed = false;

  constructor(options: SharedPresenceOptions) {
    const { bus, serverId, isAlive = () => false, heartbeatMs = HEARTBEAT_MS } = options;
    this.#bus = bus;
    this.#serverId = serverId;
    this.#isAlive = isAlive;
    this.#heartbeatMs = heartbeatMs;
    this.#ends = [
      bus.subscribe(SUBJECT, (payload) => {
        if (presenceMessageSchema.Check(payload) && payload.from !== serverId) this.#hear(payload);
      }),
      // The answer comes after everything that has been published so far has taken its effect here.
      bus.serve(settleSubject(serverId), () => bus.confirm(SETTLE_TIMEOUT_MS)),
    ];
    this.#publish({ type: 'snapshot-wanted', from: serverId, of: null });
    this.#beat();
    this.#heartbeat = setInterval(() => this.#beat(), heartbeatMs);
  }

  stateOf(key: PartyKey): PresenceState {
    let state = this.#published.get(key) ?? 'offline';
    for (const other of this.#others.values()) state = higher(state, other.states.get(key) ?? 'offline');
    return state;
  }

  canReach(key: PartyKey): boolean {
    if (this.#published.has(key)) return true;
    if (!this.#hears || !this.#bus.connected) return false;
    const others = [...this.#others.values()];
    return others.some((other) => !isSilent(other) && other.states.has(key)) || !others.some(isSilent);
  }

  serversOf(key: PartyKey): readonly ServerId[] {
    const having = [...this.#others]
      .filter(([, { states }]) => states.has(key))
      .map(([serverId]) => serverId);
    if (this.#published.has(key)) having.push(this.#serverId);
    return having.length > 0 ? having.sort() : [...this.#others.keys(), this.#serverId].sort().slice(0, 1);
  }

  async settle(key: PartyKey): Promise<void> {
    if (this.stateOf(key) !== 'busy') return;
    const busyOn = [...this.#others].filter(([, { states }]) => states.get(key) === 'busy');
    await Promise.all(busyOn.map(([serverId]) => this.#settleOn(serverId)));
    await this.#bus.confirm(SETTLE_TIMEOUT_MS);
  }

  /** Where the server does not answer, what is known of it stands. */
  async #settleOn(serverId: ServerId): Promise<void> {
    try {
      await this.#bus.request(settleSubject(serverId), null, { timeoutMs: SETTLE_TIMEOUT_MS });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }

  /** Everyone who is there, each once. */
  present(): ReadonlyMap<PartyKey, PresenceState> {
    const all = new Map(this.#published);
    for (const { states } of this.#others.values()) {
      for (const [key, state] of states) all.set(key, higher(all.get(key) ?? 'offline', state));
    }
    return all;
  }

  isInCall(session: Session): boolean {
    return this.#inCall.has(session);
  }

  enterCall(session: Session): void {
    if (this.#inCall.has(session)) throw new AppError('already-in-call');
    this.#inCall.add(session);
    this.#update(session.partyKey);
  }

  leaveCall(session: Session): void {
    if (this.#inCall.delete(session)) this.#update(session.partyKey);
  }

  opened(session: Session): void {
    const sessions = this.#sessions.get(session.partyKey) ?? new Set();
    this.#sessions.set(session.partyKey, sessions.add(session));
    this.#update(session.partyKey);
  }

  ended(session: Session, _end: SessionEnd): void {
    const sessions = this.#sessions.get(session.partyKey);
    sessions?.delete(session);
    if (sessions?.size === 0) this.#sessions.delete(session.partyKey);
    this.#inCall.delete(session);
    this.#pageless.delete(session);
    this.#update(session.partyKey);
  }

  away(session: Session, away: boolean, pageLeft: boolean): void {
    if (away && pageLeft) this.#pageless.add(session);
    else this.#pageless.delete(session);
    this.#update(session.partyKey);
  }

  /** Returns what ends the subscription. */
  onChange(listener: ChangeListener): () => void {
    this.#changeListeners.add(listener);
    return () => this.#changeListeners.delete(listener);
  }

  onArrival(listener: ArrivalListener): () => void {
    this.#arrivalListeners.add(listener);
    return () => this.#arrivalListeners.delete(listener);
  }

  onServerLost(listener: (serverId: ServerId) => void): () => void {
    this.#lostListeners.add(listener);
    return () => this.#lostListeners.delete(listener);
  }

  /**
   * Tells that a server is heard that was not heard for longer than it may be silent, although this one could hear: what it
   * has said meanwhile is lost. Returns what ends the subscription.
   */
  onServerFoundAgain(listener: () => void): () => void {
    this.#foundAgainListeners.add(listener);
    return () => this.#foundAgainListeners.delete(listener);
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    clearInterval(this.#heartbeat);
    for (const end of this.#ends) end();
    this.#publish({ type: 'closed', from: this.#serverId });
  }

  #update(key: PartyKey): void {
    const sessions = this.#sessions.get(key);
    const all = [...(sessions ?? [])];
    // Anyone who has closed a page in a call and opened another one can be called there.
    const there = all.filter((session) => !this.#pageless.has(session));
    const busy = (there.length > 0 ? there : all).some((session) => this.#inCall.has(session));
    const state = busy ? 'busy' : sessions ? 'online' : 'offline';
    if (state === (this.#published.get(key) ?? 'offline')) return;
    const arrives = !this.#published.has(key);
    this.#changing([key], () => setState(this.#published, key, state));
    this.#version += 1;
    this.#publish({
      type: 'changed',
      from: this.#serverId,
      version: this.#version,
      change: { key, state },
    });
    if (arrives) this.#arrived(key, this.#serverId);
  }

  /** Tells the listeners of those whose state, over all servers, is another one afterwards. */
  #changing(keys: Iterable<PartyKey>, change: () => void): void {
    const before = [...keys].map((key) => [key, this.stateOf(key)] as const);
    change();
    for (const [key, state] of before) {
      const now = this.stateOf(key);
      if (now !== state) for (const listener of [...this.#changeListeners]) listener(key, now);
    }
  }

  #hear(message: PresenceMessage) {
    if (message.type === 'closed') return this.#lose(message.from);
    const other = this.#other(message.from);
    const wasSilent = isSilent(other);
    other.silences = 0;
    if (wasSilent) for (const listener of [...this.#foundAgainListeners]) listener();
    switch (message.type) {
      case 'changed': {
        // Before the first snapshot a change says nothing that the snapshot will not; a gap needs a new one.
        if (other.version === null || message.version <= other.version) return;
        if (message.version !== other.version + 1) return this.#ask(message.from);
        other.version = message.version;
        const { key, state } = message.change;
        const arrives = !other.states.has(key);
        this.#changing([key], () => setState(other.states, key, state));
        if (arrives) this.#arrived(key, message.from);
        return;
      }
      case 'heartbeat':
        if (message.version !== other.version) this.#ask(message.from);
        return;
      case 'snapshot':
        return this.#takeSnapshot(other, message);
      case 'snapshot-part': {
        const states = other.parts.add(message);
        if (states) this.#takeSnapshot(other, { ...message, states });
        return;
      }
      case 'snapshot-wanted':
        if (message.of === null || message.of === this.#serverId) this.#publishSnapshot();
        return;
    }
  }

  #takeSnapshot(other: OtherServer, { from, version, states }: PresenceSnapshot): void {
    if (other.version !== null && version < other.version) return;
    other.version = version;
    const before = new Set(other.states.keys());
    const now = states.map(({ key }) => key);
    this.#changing(new Set([...before, ...now]), () => {
      other.states.clear();
      for (const { key, state } of states) setState(other.states, key, state);
    });
    for (const key of now) if (!before.has(key)) this.#arrived(key, from);
  }

  #arrived(key: PartyKey, serverId: ServerId): void {
    for (const listener of [...this.#arrivalListeners]) listener(key, serverId);
  }

  #other(serverId: ServerId): OtherServer {
    const known = this.#others.get(serverId);
    if (known) return known;
    const other: OtherServer = {
      silences: 0,
      version: null,
      parts: new SnapshotParts(),
      states: new Map(),
    };
    this.#others.set(serverId, other);
    return other;
  }

  #lose(serverId: ServerId): void {
    const other = this.#others.get(serverId);
    if (!other) return;
    this.#changing([...other.states.keys()], () => this.#others.delete(serverId));
    for (const listener of [...this.#lostListeners]) listener(serverId);
  }

  #beat(): void {
    this.#publish({ type: 'heartbeat', from: this.#serverId, version: this.#version });
    void this.#listen();
  }

  async #listen(): Promise<void> {
    if (this.#listening) return;
    this.#listening = true;
    this.#hears = await this.#bus.confirm(this.#heartbeatMs / 2);
    this.#listening = false;
    if (this.#closed) return;
    for (const [serverId, other] of this.#others) {
      other.silences = this.#hears ? other.silences + 1 : 0;
      if (isSilent(other) && !this.#isAlive(serverId)) this.#lose(serverId);
    }
  }

  #ask(of: ServerId): void {
    this.#publish({ type: 'snapshot-wanted', from: this.#serverId, of });
  }

  #publishSnapshot(): void {
    const messages = snapshotMessages(this.#serverId, this.#version, this.#published);
    for (const message of messages) this.#publish(message);
  }

  #publish(message: PresenceMessage): void {
    this.#bus.publish(SUBJECT, message);
  }
}

const isSilent = ({ silences }: OtherServer): boolean => silences > SILENCES_UNTIL_LOST;

const rank = { offline: 0, online: 1, busy: 2 } as const;
const higher = (one: PresenceState, other: PresenceState): PresenceState =>
  rank[one] >= rank[other] ? one : other;

function setState(states: Map<PartyKey, PresenceState>, key: PartyKey, state: PresenceState): void {
  if (state === 'offline') states.delete(key);
  else states.set(key, state);
}
