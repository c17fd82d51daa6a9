import type { Blockage } from '#client/call/blockage.ts';
import type { CodecFallback } from '#client/call/codec-fallback.ts';
import type { LinkQuality } from '#client/call/link-stats.ts';
import type { LocalMediaSnapshot } from '#client/media/local-media.ts';
import type { SharedTracks } from '#client/media/share.ts';
import type { ErrorCode } from '#protocol/errors.ts';
import type { CallId } from '#protocol/ids.ts';
import type { Party } from '#protocol/party.ts';
import type { CallEndReason } from '#protocol/signal/direct-call.ts';
import type { Offered } from '#protocol/signal/group-call.ts';
import { type DirectCallState, idle } from './call-state.ts';

/** What comes from the other side. */
export interface RemoteMedia {
  readonly audio: MediaStreamTrack | null;
  readonly video: MediaStreamTrack | null;
  /** Null: not shared. */
  readonly screen: SharedTracks | null;
  readonly playback: SharedTracks | null;
}

/** All that a screen shows of a call, in one immutable piece. Times are of `Date.now()`. */
export interface DirectCallSnapshot {
  readonly state: DirectCallState;
  /** Whether the page was loaded in the middle of a call and is on its way back into it; `failed` until that was read. */
  readonly returning: 'no' | 'trying' | 'failed';
  /** The call is to be recorded on the server, and is not yet: this page, or the next one, sees to it. */
  readonly recordOnServer: boolean;
  /** Why the recording that the last page had asked for has not begun; null: it had not asked, or it has. */
  readonly recordingRefused: ErrorCode | null;
  /** What the last page shared is no longer shared: a browser asks for it again. */
  readonly lostShare: boolean;
  /** Null while no call wants a microphone. */
  readonly local: LocalMediaSnapshot | null;
  readonly remote: RemoteMedia;
  /** What the customer lets one do in this call; null until the server has said so. */
  readonly offered: Offered | null;
  /** The other side's browser records the call. */
  readonly recordedByPeer: boolean;
  /** Null until the connection has been measured. */
  readonly quality: LinkQuality | null;
  /** Why the connection takes long, or has not come about; null: it is there, or has not taken long. */
  readonly blockage: Blockage | null;
  readonly codecFallbacks: readonly CodecFallback[];
  /** When the call ends because there is no microphone; null while there is one. */
  readonly microphoneDeadline: number | null;
  /** Who is being rung to join the call. */
  readonly invitations: readonly Invitation[];
  /** The last one who was rung and does not come. */
  readonly refusedInvitation: (Invitation & { readonly reason: CallEndReason }) | null;
}

export interface Invitation {
  readonly invitationId: CallId;
  readonly peer: Party;
}

export const emptySnapshot: DirectCallSnapshot = {
  state: idle,
  returning: 'no',
  recordOnServer: false,
  recordingRefused: null,
  lostShare: false,
  local: null,
  remote: { audio: null, video: null, screen: null, playback: null },
  offered: null,
  recordedByPeer: false,
  quality: null,
  blockage: null,
  codecFallbacks: [],
  microphoneDeadline: null,
  invitations: [],
  refusedInvitation: null,
};
