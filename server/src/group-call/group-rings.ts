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
  readonly groupName: string;
  /** The user or device that is rung. */
  readonly rung: Party;
  /** The owner's session, which gets `ringUnanswered`. */
  readonly by: Pick<Session, 'notify' | 'party' | 'partyKey'>;
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

/** Rings into group calls that owners on this server have begun, until their outcome is known (SPEC.md, G14). */
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

  /** Begins a ring. A repeated ring replaces the first one and has the whole time again. */
  began(ring: GroupRing): void {
    const { groupId, rung } = ring;
    const member = partyKey(rung);
    this.#take(groupId, member);
    const timer = setTimeout(() => this.#missed(groupId, member), this.#ringTimeoutMs);
    this.#ringing.set(keyOf(groupId, member), { ...ring, timer });
  }

  /** Rings of the owner in this group. From now on `session` gets their outcome. */
  takeOver(groupId: GroupId, session: GroupRing['by']): readonly GroupRing[] {
    const own = [...this.#ringing].filter(
      ([, ring]) => ring.groupId === groupId && ring.by.partyKey === session.partyKey,
    );
    return own.map(([key, ring]) => {
      const taken = { ...ring, by: session };
      this.#ringing.set(key, taken);
      return taken;
    });
  }

  /** Ends a ring, also one that another server has begun. */
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
      case 'group-rings-wanted':
        for (const ring of this.#ringing.values())
          if (partyKey(ring.rung) === event.party) this.#events.publish(rangEvent(ring));
        return;
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
      this.#missed(groupId, partyKey(rung));
  }

  #missed(groupId: GroupId, member: PartyKey): void {
    const ring = this.#ringing.get(keyOf(groupId, member));
    this.cancel(groupId, member);
    if (ring) tell(ring, 'missed');
  }

  /** Removes and returns a ring. */
  #take(groupId: GroupId, member: PartyKey): Ringing | undefined {
    const key = keyOf(groupId, member);
    const ring = this.#ringing.get(key);
    if (ring) clearTimeout(ring.timer);
    this.#ringing.delete(key);
    return ring;
  }
}

const keyOf = (groupId: GroupId, member: PartyKey): string => `${groupId} ${member}`;

/** Rings all sessions of the party, on every server. */
export const rangEvent = ({
  groupId,
  groupName,
  rung,
  by,
}: Omit<GroupRing, 'pairId' | 'pushed'>): DomainEvent => ({
  type: 'group-rang',
  parties: [partyKey(rung)],
  groupId,
  groupName,
  by: by.party,
});

const tell = ({ by, groupId, rung }: GroupRing, reason: UnansweredReason): void =>
  by.notify('groupCall.ringUnanswered', {
    groupId,
    party: { kind: rung.kind, id: rung.id },
    reason,
  });
