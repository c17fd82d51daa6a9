import type { Blockage } from '#client/call/blockage.ts';
import type { CodecFallback } from '#client/call/codec-fallback.ts';
import type { LinkQuality } from '#client/call/link-stats.ts';
import type { LocalMediaSnapshot } from '#client/media/local-media.ts';
import type { ErrorCode } from '#protocol/errors.ts';
import type { MediaSource } from '#protocol/media.ts';
import type { Party } from '#protocol/party.ts';
import type { SignalReply } from '#protocol/signal/contract.ts';
import type { AudioOnly } from './audio-only.ts';
import { type GroupCallState, idle } from './machine.ts';
import type { SentSources, Trouble } from './troubles.ts';

export type Look = SignalReply<'groupCall.look'>;
export type TileTracks = { readonly [Source in MediaSource]?: MediaStreamTrack };

/** All that a screen shows of a group call, in one immutable piece. Times are of `Date.now()`. */
export interface GroupCallSnapshot {
  readonly state: GroupCallState;
  /** Null before joining and after the end. */
  readonly local: LocalMediaSnapshot | null;
  /** What is received, by the tile that it belongs to. */
  readonly tracks: ReadonlyMap<string, TileTracks>;
  /** Media is interrupted and being restored. */
  readonly interrupted: boolean;
  /** Why that takes long; null: it doesn't. */
  readonly blockage: Blockage | null;
  /** Of one's own connection; null until it has been measured. */
  readonly quality: LinkQuality | null;
  readonly audioOnly: AudioOnly;
  /** A source that the server does not take, and why. */
  readonly refused: { readonly source: MediaSource; readonly code: ErrorCode } | null;
  /** What of one's own the media node of the room has, as far as this browser has been told. */
  readonly sent: SentSources;
  /** What does not work, although the call itself does. */
  readonly troubles: readonly Trouble[];
  /** What the owner has muted, until one sends it again. */
  readonly mutedBy: { readonly source: MediaSource; readonly by: Party } | null;
  /** Codecs of the settings that this browser or the room does not have. */
  readonly codecFallbacks: readonly CodecFallback[];
  /** Since when one is in the call, which may have begun as one of two; null: not yet. */
  readonly joinedAt: number | null;
  /** What the call is and offers, asked before joining; null: not known yet. Who is in it reads the room. */
  readonly look: Look | null;
}

export const emptySnapshot: GroupCallSnapshot = {
  state: idle,
  local: null,
  tracks: new Map(),
  interrupted: false,
  blockage: null,
  quality: null,
  audioOnly: 'no',
  refused: null,
  mutedBy: null,
  sent: {},
  troubles: [],
  codecFallbacks: [],
  joinedAt: null,
  look: null,
};
