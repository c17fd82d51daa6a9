import type { RemoteMedia } from '#client/call/direct/snapshot.ts';
import { type LocalMediaSnapshot, liveTrack } from '#client/media/local-media.ts';
import type { Scene, ScenePicture } from '#client/media/recorder/scene.ts';
import { sharedTracks } from '#client/media/share.ts';

export interface DirectSceneInput {
  readonly local: LocalMediaSnapshot | null;
  readonly remote: RemoteMedia;
  /** Of the other side. */
  readonly name: string;
  /** Of oneself. */
  readonly self: string;
  /** The other side sends its camera. */
  readonly cameraOn: boolean;
}

/** What a recording of a 1-to-1 call shows and sounds like. */
export function directScene({ local, remote, name, self, cameraOn }: DirectSceneInput): Scene {
  const shares = [
    { key: 'remote-screen', name, ...remote.screen },
    { key: 'remote-playback', name, ...remote.playback },
    ...(local
      ? [
          { key: 'own-screen', name: self, ...sharedTracks(local.screen) },
          { key: 'own-playback', name: self, ...sharedTracks(local.playback) },
        ]
      : []),
  ];
  const people: ScenePicture[] = [
    { key: 'peer', name, track: cameraOn ? remote.video : null, kind: 'person' },
    { key: 'self', name: self, track: local && liveTrack(local.camera), kind: 'person' },
  ];
  return {
    pictures: [
      ...shares.flatMap(({ key, name: sharer, video }) =>
        video ? [{ key, name: sharer, track: video, kind: 'share' as const }] : [],
      ),
      ...people,
    ],
    sounds: [
      remote.audio,
      local && !local.muted ? liveTrack(local.microphone) : null,
      ...shares.map(({ audio }) => audio ?? null),
    ].filter((track) => track !== null),
  };
}
