import type { Bridge } from '#client/call/group/group-call.ts';
import type { TileTracks } from '#client/call/group/snapshot.ts';
import type { SignalState } from '#client/signal/signal.ts';
import { activeCall } from './call-state.ts';
import type { DirectCallSnapshot } from './snapshot.ts';

/** What comes over the peer-to-peer link, as a room would have it; null where there is no such link. */
export function bridgedTracks({ state, remote }: DirectCallSnapshot): TileTracks | null {
  const call = activeCall(state);
  if (!call || (state.name === 'moved' && !state.linked)) return null;
  return {
    ...(remote.audio && { microphone: remote.audio }),
    ...(remote.video && call.peerMedia.camera && { camera: remote.video }),
    ...(remote.screen?.video && { screen: remote.screen.video }),
    ...(remote.screen?.audio && { 'screen-audio': remote.screen.audio }),
    ...(remote.playback?.video && { playback: remote.playback.video }),
    ...(remote.playback?.audio && { 'playback-audio': remote.playback.audio }),
  };
}

/** The other side of the link; null for a person who joins later. */
export function bridgeOf(snapshot: DirectCallSnapshot, signal: SignalState): Bridge | null {
  const tracks = bridgedTracks(snapshot);
  const { state } = snapshot;
  const self = signal.phase === 'open' ? signal.party : null;
  if (!tracks || state.name !== 'connected' || !self) return null;
  return { self, other: state.call.peer, tracks };
}
