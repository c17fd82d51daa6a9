import type { LinkQuality } from '#client/call/link-stats.ts';
import type { LocalMediaSnapshot } from '#client/media/local-media.ts';
import type { ErrorCode } from '#protocol/errors.ts';
import type { MediaSource } from '#protocol/media.ts';
import { type GroupCallState, idle } from './machine.ts';

export type TileTracks = { readonly [Source in MediaSource]?: MediaStreamTrack };

/** All that a screen shows of a group call, in one immutable piece. Times are of `Date.now()`. */
export interface GroupCallSnapshot {
  readonly state: GroupCallState;
  /** Null before joining and after the end. */
  readonly local: LocalMediaSnapshot | null;
  /** What is received, by the tile that it belongs to. */
  readonly tracks: ReadonlyMap<string, TileTracks>;
  /** Media is interrupted and being mended. */
  readonly interrupted: boolean;
  /** Of one's own connection; null until it has been measured. */
  readonly quality: LinkQuality | null;
  /** A source that the server does not take, and why. */
  readonly refused: { readonly source: 'microphone' | 'camera'; readonly code: ErrorCode } | null;
  /** The device that has taken the place of a lost one, until the next one. */
  readonly replacedDevice: { readonly kind: 'microphone' | 'camera'; readonly label: string } | null;
  readonly joinedAt: number | null;
}

export const emptySnapshot: GroupCallSnapshot = {
  state: idle,
  local: null,
  tracks: new Map(),
  interrupted: false,
  quality: null,
  refused: null,
  replacedDevice: null,
  joinedAt: null,
};
