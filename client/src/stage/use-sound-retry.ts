import { useEffect } from 'react';
import type { LocalMediaSnapshot } from '#client/media/local-media.ts';
import { playback } from '#client/media/playback.ts';
import { useObservable } from './use-observable.ts';

/** Browsers let a page that no one has touched, as after a reload, play sound once it has the microphone. */
export const useSoundRetry = (local: LocalMediaSnapshot | null): void => {
  const refused = useObservable(playback);
  const isCapturing = local?.microphone.status === 'live';
  useEffect(() => {
    if (refused && isCapturing) playback.resume();
  }, [refused, isCapturing]);
};
