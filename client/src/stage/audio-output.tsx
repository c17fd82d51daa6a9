import { useAtomValue } from 'jotai';
import { useEffect, useRef } from 'react';
import { devicesAtom, volumeAtom } from './device-choice.ts';
import { leaveSound, takeSound } from './handover.ts';
import { playOn } from './loudspeaker.ts';
import type { Sound } from './sound.ts';

/** Plays a track's sound on the chosen speaker. Where the browser refuses, `SoundUnlock` shows its button. */
export const AudioOutput = ({ track }: { readonly track: MediaStreamTrack }) => {
  const { speaker } = useAtomValue(devicesAtom);
  const volume = useAtomValue(volumeAtom);
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
    if (sound.current) sound.current.element.volume = volume;
  }, [volume, track]);
  return null;
};
