import type { RemoteMedia } from '#client/call/direct/snapshot.ts';
import { AudioOutput } from '#client/stage/audio-output.tsx';

/** Heard on the call's own page and over every other one. */
export const RemoteSound = ({ remote }: { readonly remote: RemoteMedia }) =>
  [remote.audio, remote.screen?.audio, remote.playback?.audio].map(
    (track) => track && <AudioOutput key={track.id} track={track} />,
  );
