import type { GroupCallSnapshot } from '#client/call/group/snapshot.ts';
import { liveTrack } from '#client/media/local-media.ts';
import type { Scene, ScenePicture } from '#client/media/recorder/scene.ts';
import { sharedTracks } from '#client/media/share.ts';
import type { Named } from '#protocol/name-in-sentence.ts';
import type { Picture } from './pictures.ts';

/**
 * What a recording of a group call shows and sounds like.
 *
 * @param markedName of those in it: a guest may have chosen that of a member
 */
export function groupScene(
  pictures: readonly Picture[],
  snapshot: GroupCallSnapshot,
  markedName: (who: Named) => string,
): Scene {
  const { local, tracks } = snapshot;
  const own = local ? [sharedTracks(local.screen), sharedTracks(local.playback)] : [];
  // One's own film is among the pictures, one's own screen is not shown to oneself.
  const ownScreen = own[0]?.video;
  const heard = [...tracks.values()].flatMap((each) => [
    each.microphone,
    each['screen-audio'],
    each['playback-audio'],
  ]);
  return {
    pictures: [
      ...(ownScreen ? [{ key: 'own screen', name: '', track: ownScreen, kind: 'share' } as const] : []),
      ...pictures.map(
        ({ key, person, source, track }): ScenePicture => ({
          key,
          name: markedName(person),
          track,
          kind: source === 'camera' ? 'person' : 'share',
        }),
      ),
    ],
    sounds: [
      ...heard,
      local && !local.muted ? liveTrack(local.microphone) : null,
      ...own.map(({ audio }) => audio),
    ].filter((track) => track !== undefined && track !== null),
  };
}
