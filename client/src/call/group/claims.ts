import type { LocalMediaSnapshot } from '#client/media/local-media.ts';
import type { ScreenState } from '#client/media/share.ts';
import type { GroupCallSnapshot } from './snapshot.ts';

const isLate = ({ troubles }: GroupCallSnapshot, source: 'microphone' | 'camera'): boolean =>
  troubles.some((trouble) => trouble.what === source && trouble.wanted === 'on');

/** Whether one counts as muted: by the media node; where it has no microphone of one's own yet, by what is wanted. */
export function isMuted(snapshot: GroupCallSnapshot): boolean {
  const { local, sent } = snapshot;
  if (!local || local.microphone.status === 'failed') return true;
  if (sent.microphone !== undefined) return sent.microphone === 'paused';
  return local.muted || isLate(snapshot, 'microphone');
}

/** Sources that are on and that the others do not have, seconds later. */
export const unsentSources = (snapshot: GroupCallSnapshot) => ({
  microphone: isLate(snapshot, 'microphone'),
  camera: isLate(snapshot, 'camera'),
});

/**
 * One's own media as it may be claimed. A microphone that the others do not hear counts as muted, as does one that is silenced
 * here already; a screen is shared once the media node has it, until then it is `starting`.
 */
export function claimedMedia(snapshot: GroupCallSnapshot): LocalMediaSnapshot | null {
  const { local } = snapshot;
  if (!local) return null;
  const muted = local.muted || isMuted(snapshot);
  const screen = claimedScreen(snapshot, local.screen);
  return muted === local.muted && screen === local.screen ? local : { ...local, muted, screen };
}

function claimedScreen(snapshot: GroupCallSnapshot, screen: ScreenState): ScreenState {
  if (screen.status !== 'live' || isBridged(snapshot)) return screen;
  const { sent } = snapshot;
  if (screen.video ? sent.screen !== 'sent' : sent['screen-audio'] !== 'sent') return { status: 'starting' };
  return screen.audio && sent['screen-audio'] !== 'sent' ? { ...screen, audio: null } : screen;
}

/** The other side of a 1-to-1 call that moves has it over the other connection. */
const isBridged = ({ state }: GroupCallSnapshot): boolean =>
  'room' in state && state.room.members.some(({ bridged }) => bridged === true);
