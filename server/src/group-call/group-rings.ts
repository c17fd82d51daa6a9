import type { GroupId, PairId } from '#protocol/ids.ts';
import { RING_TIMEOUT_MS } from '#protocol/limits.ts';
import { type Party, type PartyKey, partyKey } from '#protocol/party.ts';
import type { groupCallNotices } from '#protocol/signal/group-call.ts';
import type { PayloadOf } from '#protocol/wire.ts';
import type { DomainEvent, DomainEvents } from '#server/domain-events.ts';
import type { PushedRing } from '#server/push/push-rings.ts';
import type { Session } from '#server/session.ts';

export interface GroupRing {
  readonly groupId: GroupId;
  readonly pairId: PairId;
  /** Who is rung. */
  readonly rung: Pick<Party, 'kind' | 'id'>;
  /** Who rings, and is told how it ends. */
  readonly by: Pick<Session, 'notify'>;
  readonly pushed: PushedRing;
}

type UnansweredReason = PayloadOf<typeof groupCallNotices, 'groupCall.ringUnanswered'>['reason'];

export interface GroupRingsOptions {
  readonly events: DomainEvents;
  /** `RING_TIMEOUT_MS` by default. */
  readonly ringTimeoutMs?: number;
}

interface Ringing extends GroupRing {
  readonly timer: ReturnType<typeof setTimeout>;
}

/** Who is being rung from this server into the calls of groups, until it is known what comes of it (SPEC.md, G14). */
export class GroupRings {
  readonly #events: DomainEvents;
  readonly #ringTimeoutMs: number;
  readonly #ringing = new Map<string, Ringing>();
  readonly #unsubscribe: () => void;

  constructor({ events, ringTimeoutMs = RING_TIMEOUT_MS }: GroupRingsOptions) {
    this.#events = events;
    this.#ringTimeoutMs = ringTimeoutMs;
    this.#unsubscribe = events.subscribe((event) => this.#follow(event));
  }

  /** One who is rung again rings for the whole time once more. */
  began(ring: GroupRing): void {
    const { groupId, rung } = ring;
    this.#take(groupId, partyKey(rung));
    const timer = setTimeout(() => this.#missed(ring), this.#ringTimeoutMs);
    this.#ringing.set(keyOf(groupId, partyKey(rung)), { ...ring, timer });
  }

  /** They are not rung any more, from whichever server they were. */
  cancel(groupId: GroupId, member: PartyKey): void {
    this.#take(groupId, member)?.pushed.end('missed');
    this.#events.publish({ type: 'group-ring-over', groupId, parties: [member] });
  }

  close(): void {
    this.#unsubscribe();
    for (const { timer } of this.#ringing.values()) clearTimeout(timer);
    this.#ringing.clear();
  }

  #follow(event: DomainEvent): void {
    switch (event.type) {
      case 'group-joined':
        for (const member of event.parties) this.#take(event.groupId, member)?.pushed.end('answered');
        return;
      case 'group-ring-declined': {
        const ring = this.#take(event.groupId, event.party);
        ring?.pushed.end('declined');
        if (ring) tell(ring, 'declined');
        return;
      }
      case 'group-deleted':
        this.#endWhere(({ groupId }) => groupId === event.groupId);
        return;
      case 'group-call-changed':
        if (!event.live) this.#endWhere(({ groupId }) => groupId === event.groupId);
        return;
      case 'pair-changed':
        if (!event.callable) this.#endWhere(({ pairId }) => pairId === event.pairId);
        return;
      default:
        return;
    }
  }

  #endWhere(matches: (ring: GroupRing) => boolean): void {
    for (const { groupId, rung } of [...this.#ringing.values()].filter(matches))
      this.cancel(groupId, partyKey(rung));
  }

  #missed(ring: GroupRing): void {
    this.cancel(ring.groupId, partyKey(ring.rung));
    tell(ring, 'missed');
  }

  /** The ring, which is over. */
  #take(groupId: GroupId, member: PartyKey): Ringing | undefined {
    const key = keyOf(groupId, member);
    const ring = this.#ringing.get(key);
    if (ring) clearTimeout(ring.timer);
    this.#ringing.delete(key);
    return ring;
  }
}

const keyOf = (groupId: GroupId, member: PartyKey): string => `${groupId} ${member}`;

const tell = ({ by, groupId, rung }: GroupRing, reason: UnansweredReason): void =>
  by.notify('groupCall.ringUnanswered', { groupId, party: rung, reason });
