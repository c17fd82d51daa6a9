import { chakra } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';
import { createLevelMeter } from '#client/media/audio-level.ts';
import { whileVisible } from '#client/ui/while-visible.ts';

const READ_MS = 80;
const WIDEST_PX = 7;

/** A ring around a button that grows with the sound level, so that you see that your microphone works. */
export const LevelRing = ({ track }: { readonly track: MediaStreamTrack }) => {
  const ref = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const meter = createLevelMeter(track);
    const stop = whileVisible(() => {
      const ring = ref.current;
      if (!ring) return;
      const width = track.enabled ? Math.round(meter.read() * WIDEST_PX) : 0;
      ring.style.boxShadow = `0 0 0 ${width}px rgb(156 203 107 / 0.4)`;
    }, READ_MS);
    return () => {
      stop();
      meter.close();
    };
  }, [track]);
  return (
    <chakra.span
      ref={ref}
      aria-hidden
      position="absolute"
      inset="0"
      borderRadius="inherit"
      transition="box-shadow 120ms"
      pointerEvents="none"
      _highContrast={{ forcedColorAdjust: 'none' }}
    />
  );
};
