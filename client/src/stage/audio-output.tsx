import { useEffect, useRef } from 'react';
import { playback } from '#client/media/playback.ts';

/** Plays a track's sound. Where the browser refuses, `SoundUnlock` shows its button. */
export const AudioOutput = ({ track }: { readonly track: MediaStreamTrack }) => {
  const ref = useRef<HTMLAudioElement>(null);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    element.srcObject = new MediaStream([track]);
    const forget = playback.play(element);
    return () => {
      forget();
      element.srcObject = null;
    };
  }, [track]);
  // biome-ignore lint/a11y/useMediaCaption: live speech has no captions.
  return <audio ref={ref} />;
};
