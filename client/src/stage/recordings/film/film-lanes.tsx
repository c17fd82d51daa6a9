import { chakra } from '@chakra-ui/react';
import { useLingui } from '@lingui/react/macro';
import type { MouseEvent } from 'react';
import { useNamed } from '#client/i18n/use-named.ts';
import { formatDuration } from '#client/stage/format-duration.ts';
import { useSourceLabel } from '#client/stage/use-source-label.ts';
import { tintOf } from '#client/ui/avatar-look.ts';
import type { Film, FilmPart } from './film.ts';
import type { FilmPlayer } from './player.ts';
import { lengthOf, type Span } from './spans.ts';
import { usePlayerValue } from './use-player.ts';

export interface FilmLanesProps {
  readonly film: Film;
  readonly player: FilmPlayer;
}

/** Per person, and per thing that was shared, a strip: when it was there, and when the person spoke. */
export const FilmLanes = ({ film, player }: FilmLanesProps) => {
  const { t } = useLingui();
  return (
    <chakra.ul
      aria-label={t`Who spoke when`}
      gridColumn="1 / -1"
      display="grid"
      gridTemplateColumns="subgrid"
      rowGap={{ base: '1', md: '0.5' }}
      maxH={{ base: '14rem', md: '12rem' }}
      overflowY="auto"
      listStyleType="none"
      m="0"
      p="0"
    >
      {film.parts.map((part) => (
        <Lane key={part.key} part={part} player={player} duration={film.duration} />
      ))}
    </chakra.ul>
  );
};

interface LaneProps {
  readonly part: FilmPart;
  readonly player: FilmPlayer;
  readonly duration: number;
}

const Lane = ({ part, player, duration }: LaneProps) => {
  const { t } = useLingui();
  const { source, present, spoken } = part;
  const name = useNamed()({ kind: null, name: part.name });
  const label = useSourceLabel()(source, { label: part.name, named: name });
  const spokenFor = formatDuration(lengthOf(spoken ?? []));
  const thereFor = formatDuration(lengthOf(present));
  /** By pointer to the place that was pressed, by keyboard to when the person speaks next. */
  const onClick = (event: MouseEvent<HTMLElement>) => {
    if (event.detail > 0) {
      const { left, width } = event.currentTarget.getBoundingClientRect();
      player.seek(((event.clientX - left) / width) * duration);
      return;
    }
    const { moment } = player.state.get();
    const begins = (spoken?.length ? spoken : present).map(([from]) => from);
    player.seek(begins.find((from) => from > moment) ?? begins[0] ?? 0);
  };
  return (
    <chakra.li
      gridColumn="1 / -1"
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'subgrid' }}
      alignItems="center"
    >
      <chakra.span textStyle="caption" truncate color="stage.muted">
        {label}
      </chakra.span>
      <chakra.button
        type="button"
        aria-label={
          spoken === null ? t`${label}: in the call for ${thereFor}` : t`${label}: spoke for ${spokenFor}`
        }
        data-testid="film-lane"
        onClick={onClick}
        position="relative"
        height={{ base: '7', md: '6' }}
        mx="2"
        borderRadius="sm"
        cursor="pointer"
        // The finger's target reaches over the name above.
        _before={{
          content: '""',
          position: 'absolute',
          insetInline: '0',
          top: { base: '-4', md: '0' },
          bottom: '0',
        }}
        _focusVisible={{ outline: '2px solid', outlineColor: 'focus', outlineOffset: '2px' }}
      >
        <Strips spans={present} duration={duration} color="var(--h-colors-stage-control)" />
        <Strips spans={spoken ?? []} duration={duration} color={tintOf(part.name).ground} spoken />
        <Playhead player={player} duration={duration} />
      </chakra.button>
    </chakra.li>
  );
};

interface StripsProps {
  readonly spans: readonly Span[];
  readonly duration: number;
  readonly color: string;
  readonly spoken?: boolean;
}

const percent = (part: number, whole: number): string => `${whole > 0 ? (part / whole) * 100 : 0}%`;

const Strips = ({ spans, duration, color, spoken = false }: StripsProps) =>
  spans.map(([from, to]) => (
    <chakra.span
      key={from}
      position="absolute"
      insetBlock={spoken ? '1' : '1.5'}
      minW="2px"
      borderRadius="xs"
      _highContrast={{ forcedColorAdjust: 'none' }}
      style={{ left: percent(from, duration), width: percent(to - from, duration), backgroundColor: color }}
    />
  ));

const Playhead = ({ player, duration }: Pick<LaneProps, 'player' | 'duration'>) => {
  const moment = usePlayerValue(player, (state) => state.moment);
  return (
    <chakra.span
      position="absolute"
      insetBlock="0"
      width="2px"
      ms="-1px"
      bg="stage.ink"
      style={{ left: percent(moment, duration) }}
    />
  );
};
