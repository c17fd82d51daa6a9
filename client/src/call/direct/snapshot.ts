import type { LinkQuality } from '#client/call/link-stats.ts';
import type { LocalMediaSnapshot } from '#client/media/local-media.ts';
import type { CodecFallback } from './codecs.ts';
import { type DirectCallState, idle } from './machine.ts';

/** All that a screen shows of a call, in one immutable piece. Times are of `Date.now()`. */
export interface DirectCallSnapshot {
  readonly state: DirectCallState;
  /** Null while no call wants a microphone. */
  readonly local: LocalMediaSnapshot | null;
  readonly remote: { readonly audio: MediaStreamTrack | null; readonly video: MediaStreamTrack | null };
  /** Null until the connection has been measured. */
  readonly quality: LinkQuality | null;
  readonly codecFallbacks: readonly CodecFallback[];
  /** When the call ends for want of a microphone; null while there is one. */
  readonly microphoneDeadline: number | null;
  /** The device that has taken the place of a lost one, until the next one. */
  readonly replacedDevice: { readonly kind: 'microphone' | 'camera'; readonly label: string } | null;
}

export const emptySnapshot: DirectCallSnapshot = {
  state: idle,
  local: null,
  remote: { audio: null, video: null },
  quality: null,
  codecFallbacks: [],
  microphoneDeadline: null,
  replacedDevice: null,
};
