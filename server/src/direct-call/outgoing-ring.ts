import type { ServerId, SessionId } from '#protocol/ids.ts';
import type { PushedRing, RingOutcome } from '#server/push/push-rings.ts';
import type { CallDeps } from './call-deps.ts';
import type { CallState } from './machine.ts';
import { type News, type Ring, ringSubject } from './messages.ts';

/** How long a server may take to say whether it rings: one that does not is taken to ring. */
const RING_ANSWER_MS = 1_000;

export interface OutgoingRingDeps extends Pick<CallDeps, 'bus' | 'serverId' | 'log' | 'ringTimeoutMs'> {
  readonly presence: Pick<CallDeps['presence'], 'stateOf' | 'serversOf'>;
  readonly push: Pick<CallDeps['push'], 'ring'>;
  /** Rings the callee's sessions on this server. False: they may not be rung, as they are already. */
  readonly ringHere: (ring: Ring) => boolean;
  readonly tell: (serverId: ServerId, news: News) => void;
}

/** Rings the callee of a call: sessions on all servers, and browsers without a page (SPEC.md, D2, D18). */
export class OutgoingRing {
  readonly #deps: OutgoingRingDeps;
  readonly #ring: Omit<Ring, 'ringsForMs'>;
  readonly #onUnreachable: (reason: 'busy' | 'offline') => void;
  readonly #until: number;
  readonly #servers = new Set<ServerId>();
  #pushed: PushedRing | null = null;
  #over = false;

  constructor(
    deps: OutgoingRingDeps,
    ring: Omit<Ring, 'ringsForMs'>,
    onUnreachable: (reason: 'busy' | 'offline') => void,
  ) {
    this.#deps = deps;
    this.#ring = ring;
    this.#onUnreachable = onUnreachable;
    this.#until = performance.now() + deps.ringTimeoutMs;
    void this.#begin();
  }

  /** The callee has come to a server, or is there. */
  async on(serverId: ServerId): Promise<void> {
    if (this.#over) return;
    this.#servers.add(serverId);
    const ringsForMs = Math.max(1, Math.round(this.#until - performance.now()));
    if (!(await this.#ringThere(serverId, { ...this.#ring, ringsForMs }))) this.#onUnreachable('busy');
  }

  /** Never rejects. */
  async #ringThere(on: ServerId, ring: Ring): Promise<boolean> {
    const { bus, serverId, log, ringHere } = this.#deps;
    if (on === serverId) return ringHere(ring);
    try {
      return (await bus.request(ringSubject(on), ring, { timeoutMs: RING_ANSWER_MS })) !== false;
    } catch (err) {
      log.debug({ err, callId: ring.callId, on }, 'ring not answered');
      return true;
    }
  }

  /** Answered, or over. */
  end(state: CallState, answeredBy: SessionId | null): void {
    this.#over = true;
    const { callId } = this.#ring;
    const reason = state.tag === 'ended' ? state.reason : 'answered-elsewhere';
    for (const serverId of this.#servers)
      this.#deps.tell(serverId, { type: 'ring-over', callId, reason, answeredBy });
    this.#pushed?.end(outcomeOf(state));
  }

  async #begin(): Promise<void> {
    const { presence, push, ringTimeoutMs: ringsForMs } = this.#deps;
    const { callId: tag, caller, callee } = this.#ring;
    // All who ring the callee ask the same server first: it lets one of them ring.
    const [first, ...others] = presence.serversOf(callee);
    if (first) await this.on(first);
    for (const serverId of others) void this.on(serverId);
    if (this.#over) return;
    this.#pushed = push.ring({ tag, caller, callee, ringsForMs });
    // A callee without a page is offline where no push service can be reached.
    if (!(await this.#pushed.taken) && presence.stateOf(callee) === 'offline') this.#onUnreachable('offline');
  }
}

/** What the notification of a ring says once the ring is over. */
function outcomeOf(state: CallState): RingOutcome {
  if (state.tag !== 'ended') return 'answered';
  // Busy once it has rung: it has crossed with a call of the callee's own, which continues.
  if (state.reason === 'busy') return 'answered';
  return state.reason === 'declined' ? 'declined' : 'missed';
}
