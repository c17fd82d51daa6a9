import { chakra } from '@chakra-ui/react';
import { useLingui } from '@lingui/react/macro';
import type { KeyboardEvent } from 'react';
import { formatDuration } from '#client/stage/format-duration.ts';
import type { Film } from './film.ts';
import { moveOf } from './film-key.ts';
import { FilmLanes } from './film-lanes.tsx';
import type { FilmPlayer } from './player.ts';
import { usePlayerValue } from './use-player.ts';

const Range = chakra('input', {
  base: {
    display: 'block',
    width: 'full',
    minW: '0',
    height: { base: '11', md: '8' },
    m: '0',
    bg: 'transparent',
    cursor: 'pointer',
    accentColor: 'var(--h-colors-speaking)',
    _highContrast: { accentColor: 'Highlight' },
  },
});

const STEP_S = 0.1;

export interface FilmTimelineProps {
  readonly film: Film;
  readonly player: FilmPlayer;
}

/** Where the film is, to be moved; below it who spoke when. */
export const FilmTimeline = ({ film, player }: FilmTimelineProps) => (
  <chakra.div
    display="grid"
    gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: '9rem minmax(0, 1fr)' }}
    columnGap="3"
    rowGap={{ base: '0', md: '1' }}
  >
    <chakra.span display={{ base: 'none', md: 'block' }} />
    <Position player={player} duration={film.duration} />
    <FilmLanes film={film} player={player} />
  </chakra.div>
);

const Position = ({ player, duration }: { readonly player: FilmPlayer; readonly duration: number }) => {
  const { t } = useLingui();
  const moment = usePlayerValue(player, (state) => state.moment);
  const at = formatDuration(moment);
  const total = formatDuration(duration);
  const onKeyDown = (event: KeyboardEvent) => {
    const seconds = moveOf(event.key);
    if (seconds === null || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    player.seekBy(seconds);
  };
  return (
    <Range
      type="range"
      data-testid="film-position"
      aria-label={t`Position`}
      aria-valuetext={t`${at} of ${total}`}
      min={0}
      max={Math.max(duration, STEP_S)}
      step={STEP_S}
      value={moment}
      onKeyDown={onKeyDown}
      onChange={({ currentTarget }) => player.seek(currentTarget.valueAsNumber)}
    />
  );
};
