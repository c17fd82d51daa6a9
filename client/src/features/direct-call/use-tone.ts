import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { playTone, type Tone } from '#client/media/tones.ts';
import { volumeAtom } from '#client/stage/device-choice.ts';

/** Plays a tone for as long as one is given. */
export const useTone = (tone: Tone | null): void => {
  const volume = useAtomValue(volumeAtom);
  useEffect(() => (tone ? playTone(tone, volume) : undefined), [tone, volume]);
};
