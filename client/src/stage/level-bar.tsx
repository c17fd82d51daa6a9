import { chakra } from '@chakra-ui/react';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { createLevelMeter } from '#client/media/audio-level.ts';
import { whileVisible } from '#client/ui/while-visible.ts';

const READ_MS = 60;
const SEGMENTS = 14;

/** How loud the microphone hears one, in segments: one sees that it works before anyone listens. */
export const LevelBar = ({
  track,
  muted,
}: {
  readonly track: MediaStreamTrack | null;
  readonly muted: boolean;
}) => {
  const { t } = useLingui();
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const bar = ref.current;
    if (!track || !bar) return;
    const meter = createLevelMeter(track);
    const show = (level: number) => {
      const lit = Math.round(level * SEGMENTS);
      bar.dataset.level = String(lit);
      for (const [index, segment] of [...bar.children].entries())
        if (segment instanceof HTMLElement) segment.style.opacity = index < lit ? '1' : '0.22';
    };
    const stop = whileVisible(() => show(track.enabled ? meter.read() : 0), READ_MS);
    return () => {
      stop();
      meter.close();
      show(0);
    };
  }, [track]);
  return (
    <chakra.div
      ref={ref}
      role="img"
      aria-label={muted ? t`The microphone is muted` : t`Microphone level`}
      data-testid="level"
      data-level="0"
      display="grid"
      gridAutoFlow="column"
      gap="1"
      height="2.5"
    >
      {Array.from({ length: SEGMENTS }, (_, index) => (
        <chakra.span
          // biome-ignore lint/suspicious/noArrayIndexKey: the segments never move.
          key={index}
          borderRadius="full"
          bg={index < SEGMENTS - 3 ? 'success.solid' : 'warning.solid'}
          opacity="0.22"
          _highContrast={{ forcedColorAdjust: 'none', bg: 'CanvasText' }}
          transition="opacity 80ms"
        />
      ))}
    </chakra.div>
  );
};
