import type { MemberView } from '#client/call/group/machine.ts';
import type { GroupCallSnapshot, TileTracks } from '#client/call/group/snapshot.ts';
import type { Quality } from '#client/media/connection-stats.ts';
import { liveTrack } from '#client/media/local-media.ts';
import type { Person } from './tile.tsx';

export const SELF_KEY = 'self';

/** What mediasoup's score of 0 to 10 looks like to people: below 5 pictures break up, below 8 it is noticed. */
const qualityOfScore = (score: number | null): Quality | null => {
  if (score === null) return null;
  if (score < 5) return 'poor';
  return score < 8 ? 'fair' : 'good';
};

/** While somebody comes back from a rebuild, what they sent before it counts as well: nothing flickers on the way. */
const isSending = ({ producers, before }: MemberView, source: 'camera' | 'microphone'): boolean =>
  [...producers, ...(before ?? [])].some((producer) => producer.source === source && !producer.paused);

function personOf(member: MemberView, tracks: TileTracks | undefined, speaker: string | null): Person {
  return {
    key: member.tile,
    memberId: member.memberId ?? '',
    name: member.party.name,
    self: false,
    camera: isSending(member, 'camera') ? (tracks?.camera ?? null) : null,
    muted: !isSending(member, 'microphone'),
    speaking: member.memberId !== null && member.memberId === speaker,
    away: member.away || member.memberId === null,
    quality: qualityOfScore(member.score),
  };
}

/** Everyone on the stage, oneself last: the others are who one came for. */
export function peopleOf(snapshot: GroupCallSnapshot): readonly Person[] {
  const { state, local, tracks } = snapshot;
  if (state.name !== 'joined' && state.name !== 'rebuilding') return [];
  const { room } = state;
  const selfId = state.name === 'joined' ? state.memberId : null;
  const self: Person = {
    key: SELF_KEY,
    memberId: selfId ?? '',
    name: room.self.name,
    self: true,
    camera: local ? liveTrack(local.camera) : null,
    muted: !local || local.muted || local.microphone.status === 'failed',
    speaking: selfId !== null && selfId === room.activeSpeaker,
    away: false,
    quality: qualityOfScore(room.selfScore),
  };
  const others = room.members.map((member) => personOf(member, tracks.get(member.tile), room.activeSpeaker));
  return [...others, self];
}
