import { useEffect } from 'react';
import { playTone, type Tone } from '#client/media/tones.ts';

/** Plays a tone for as long as one is given. */
export const useTone = (tone: Tone | null): void => {
  useEffect(() => (tone ? playTone(tone) : undefined), [tone]);
};
