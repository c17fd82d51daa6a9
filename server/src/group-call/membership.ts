import type { CallId, GroupId, MemberId } from '#protocol/ids.ts';
import type { MediaSource } from '#protocol/media.ts';
import type { Link, RoomTarget } from '#protocol/signal/group-call.ts';
import type { ExperienceSum } from '#server/experience.ts';
import type { Session } from '#server/session.ts';
import type { GroupAccess } from './access.ts';
import type { MediaPlace } from './participation.ts';

/** What outlives a room that has to be rebuilt: the participation of one session in one call. */
export interface Participant {
  readonly session: Session;
  readonly target: RoomTarget;
  /** Renewed when rights change. */
  access: GroupAccess;
  /** Of its row, as long as this server has it (participation.ts). */
  readonly id: string;
  readonly experience: ExperienceSum;
}

/** What a lease is kept under, and members of one room have in common. */
export const targetId = (target: RoomTarget): GroupId | CallId =>
  target.kind === 'group' ? target.groupId : target.callId;

/** A session in a room. */
export interface Membership extends MediaPlace {
  readonly participant: Participant;
  /** Under which id this server has had it join: another one where the media of `memberId` was resumed. */
  readonly claim: MemberId;
  /** By `performance.now()`. */
  readonly joinedAt: number;
  readonly producers: Map<string, MediaSource>;
  /** It records the call in its browser. */
  recording: boolean;
  /** What the others were told of its connection last. */
  link: Link | null;
}

/** A participant whose room is gone and who is expected back (SPEC.md, G9). */
export interface Rebuilding {
  readonly participant: Participant;
  readonly timer: ReturnType<typeof setTimeout>;
}

/** Who of this server's sessions is in which room. A session is in one of the three states, or in none. */
export class Memberships {
  readonly #bySession = new Map<Session, Membership>();
  readonly #byMember = new Map<MemberId, Membership>();
  /** Members whose join has not been answered; notices for them may come before the answer. */
  readonly #joining = new Map<MemberId, Session>();
  /** Lasting notices received for each member since it asked to join. */
  readonly #noticesReceived = new Map<MemberId, number>();
  readonly #rebuilding = new Map<Session, Rebuilding>();

  get size(): number {
    return this.#bySession.size;
  }

  of(session: Session): Membership | undefined {
    return this.#bySession.get(session);
  }

  sessionOf(memberId: MemberId): Session | undefined {
    return this.#byMember.get(memberId)?.participant.session ?? this.#joining.get(memberId);
  }

  byMember(memberId: MemberId): Membership | undefined {
    return this.#byMember.get(memberId);
  }

  where(matches: (membership: Membership) => boolean): readonly Membership[] {
    return [...this.#bySession.values()].filter(matches);
  }

  join(memberId: MemberId, session: Session): void {
    this.#joining.set(memberId, session);
    this.#noticesReceived.set(memberId, 0);
  }

  countNotice(memberId: MemberId): void {
    const received = this.#noticesReceived.get(memberId);
    if (received !== undefined) this.#noticesReceived.set(memberId, received + 1);
  }

  noticesReceived(memberId: MemberId): number {
    return this.#noticesReceived.get(memberId) ?? 0;
  }

  joined(membership: Membership): void {
    this.#joining.delete(membership.memberId);
    this.#bySession.set(membership.participant.session, membership);
    this.#byMember.set(membership.memberId, membership);
  }

  notJoined(memberId: MemberId): void {
    this.#joining.delete(memberId);
    if (!this.#byMember.has(memberId)) this.#noticesReceived.delete(memberId);
  }

  /** False where it had been removed before. */
  remove(membership: Membership): boolean {
    this.#byMember.delete(membership.memberId);
    this.#noticesReceived.delete(membership.memberId);
    const { session } = membership.participant;
    return this.#bySession.get(session) === membership && this.#bySession.delete(session);
  }

  rebuild(rebuilding: Rebuilding): void {
    this.#rebuilding.set(rebuilding.participant.session, rebuilding);
  }

  rebuildingOf(session: Session): Rebuilding | undefined {
    return this.#rebuilding.get(session);
  }

  rebuildings(): readonly Rebuilding[] {
    return [...this.#rebuilding.values()];
  }

  /** The participant that was waiting, who is no longer. */
  takeRebuilding(session: Session): Participant | undefined {
    const rebuilding = this.#rebuilding.get(session);
    if (!rebuilding) return undefined;
    clearTimeout(rebuilding.timer);
    this.#rebuilding.delete(session);
    return rebuilding.participant;
  }
}
