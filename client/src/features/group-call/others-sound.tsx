import type { GroupCallSnapshot } from '#client/call/group/snapshot.ts';
import { AudioOutput } from '#client/stage/audio-output.tsx';

const SOURCES = ['microphone', 'screen-audio', 'playback-audio'] as const;

/** Everything that one hears of the others, whatever is shown of them. */
export const OthersSound = ({ tracks }: Pick<GroupCallSnapshot, 'tracks'>) =>
  [...tracks].flatMap(([tile, each]) =>
    SOURCES.map((source) => {
      const track = each[source];
      return track && <AudioOutput key={`${tile} ${source}`} track={track} />;
    }),
  );
