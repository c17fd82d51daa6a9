import { useAtomValue } from 'jotai';
import { useEffect, useRef } from 'react';
import { devicesAtom, volumeAtom } from './device-choice.ts';
import { leaveSound, takeSound } from './handover.ts';
import { playOn } from './loudspeaker.ts';
import type { Sound } from './sound.ts';

export interface AudioOutputProps {
  readonly track: MediaStreamTrack;
  /** Share of the page's volume, 0 to 1; 1 by default. */
  readonly share?: number;
}

/** Plays a track's sound on the chosen speaker. Where the browser refuses, `SoundUnlock` shows its button. */
export const AudioOutput = ({ track, share = 1 }: AudioOutputProps) => {
  const { speaker } = useAtomValue(devicesAtom);
  const volume = useAtomValue(volumeAtom) * share;
  const sound = useRef<Sound>(null);
  // Not cleaned up: another track takes the place of the last one when it can be heard.
  useEffect(() => {
    sound.current = takeSound(track, sound.current);
  }, [track]);
  useEffect(
    () => () => {
      const last = sound.current;
      sound.current = null;
      if (last && !leaveSound(last)) last.stop();
    },
    [],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: another track plays in another element.
  useEffect(() => {
    if (sound.current) playOn(sound.current.element, speaker);
  }, [speaker, track]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another track plays in another element.
  useEffect(() => {
    sound.current?.setVolume(volume);
  }, [volume, track]);
  return null;
};
