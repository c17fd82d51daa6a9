import type { MemberId } from '#protocol/ids.ts';
import type { Member, ProducerInfo } from '#protocol/signal/group-call.ts';

/** Another member, with what stands on its tile. */
export interface MemberView extends Omit<Member, 'memberId'> {
  /** Null for one that was here before a rebuild and has not joined again yet. */
  readonly memberId: MemberId | null;
  /** Stays the same when the member comes back as a new one after a rebuild: the tile keeps its place and its picture. */
  readonly tile: string;
  /** 0 to 10: how well its media reaches the media node; null until it was told. */
  readonly score: number | null;
  /**
   * What it sent before a rebuild, until it sends all of it again: until then its tile shows the last picture. Null for
   * a member that is fully back.
   */
  readonly before: readonly ProducerInfo[] | null;
  /** Their media comes over another connection until it comes from the room (SPEC.md, D13). */
  readonly bridged?: true;
}

export const newView = (member: Member): MemberView => ({
  ...member,
  tile: member.memberId,
  score: null,
  before: null,
});

/** Updates a member that kept its id while the session was lost. */
export const stay = (old: MemberView, member: Member): MemberView => ({ ...old, ...member, before: null });

export const takeOver = (old: MemberView, member: Member): MemberView => ({
  ...member,
  tile: old.tile,
  score: null,
  ...(old.bridged && { bridged: old.bridged }),
  before: stillMissing(sentBy(old), member.producers),
});

/** Of a member that had not come back before the next rebuild, what it sent before the first one. */
export const sentBy = (view: MemberView): readonly ProducerInfo[] => view.before ?? view.producers;

/** Null once everything that was sent before is sent again. */
export const stillMissing = (
  before: readonly ProducerInfo[] | null,
  now: readonly ProducerInfo[],
): readonly ProducerInfo[] | null =>
  before?.some(({ source }) => !now.some((producer) => producer.source === source)) ? before : null;
