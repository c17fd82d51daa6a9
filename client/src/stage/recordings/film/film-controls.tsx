import { chakra } from '@chakra-ui/react';
import { useLingui } from '@lingui/react/macro';
import {
  Grid2x2,
  Maximize,
  Minimize,
  PanelRight,
  Pause,
  Play,
  RotateCcw,
  RotateCw,
  Volume1,
  Volume2,
  VolumeX,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { formatDuration } from '#client/stage/format-duration.ts';
import { Slider } from '#client/stage/slider.tsx';
import { StageButton } from '#client/stage/stage-button.tsx';
import { type FilmPlayer, RATES } from './player.ts';
import type { FilmLayout } from './scene.ts';
import { usePlayerValue } from './use-player.ts';

const JUMP_S = 10;

export interface FilmControlsProps {
  readonly player: FilmPlayer;
  /** Seconds. */
  readonly duration: number;
  readonly layout: FilmLayout;
  readonly onLayout: (layout: FilmLayout) => void;
  readonly fullscreen: boolean;
  /** Null: this browser has none. */
  readonly onFullscreen: (() => void) | null;
}

/** The buttons under the picture. */
export const FilmControls = ({
  player,
  duration,
  layout,
  onLayout,
  fullscreen,
  onFullscreen,
}: FilmControlsProps) => {
  const { t } = useLingui();
  const playing = usePlayerValue(player, (state) => state.playing);
  const seconds = usePlayerValue(player, (state) => Math.floor(state.moment));
  return (
    <chakra.div
      role="group"
      aria-label={t`Controls`}
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      columnGap="2"
      rowGap="2"
    >
      <StageButton label={t`Back 10 seconds`} onClick={() => player.seekBy(-JUMP_S)}>
        <RotateCcw aria-hidden />
      </StageButton>
      <StageButton label={playing ? t`Pause` : t`Play`} data-testid="film-toggle" onClick={player.toggle}>
        {playing ? <Pause aria-hidden fill="currentColor" /> : <Play aria-hidden fill="currentColor" />}
      </StageButton>
      <StageButton label={t`Forward 10 seconds`} onClick={() => player.seekBy(JUMP_S)}>
        <RotateCw aria-hidden />
      </StageButton>
      <chakra.span
        data-testid="film-time"
        textStyle="small"
        fontVariantNumeric="tabular-nums"
        whiteSpace="nowrap"
        px="1"
      >
        {formatDuration(seconds)} / {formatDuration(duration)}
      </chakra.span>
      <chakra.span flex="1" minW="0" />
      <Volume player={player} />
      <Rate player={player} />
      <LayoutChoice layout={layout} onLayout={onLayout} />
      {onFullscreen && (
        <StageButton
          label={fullscreen ? t`Leave full screen` : t`Full screen`}
          data-testid="film-fullscreen"
          onClick={onFullscreen}
        >
          {fullscreen ? <Minimize aria-hidden /> : <Maximize aria-hidden />}
        </StageButton>
      )}
    </chakra.div>
  );
};

const Volume = ({ player }: { readonly player: FilmPlayer }) => {
  const { t } = useLingui();
  const silent = usePlayerValue(player, ({ muted, soundBlocked }) => muted || soundBlocked);
  const volume = usePlayerValue(player, (state) => state.volume);
  const heard = silent ? 0 : volume;
  const Icon = heard === 0 ? VolumeX : heard < 0.5 ? Volume1 : Volume2;
  return (
    <>
      <StageButton
        label={heard === 0 ? t`Unmute` : t`Mute`}
        data-testid="film-mute"
        onClick={player.toggleMuted}
      >
        <Icon aria-hidden />
      </StageButton>
      {/* A phone has keys for it. */}
      <chakra.span display={{ base: 'none', md: 'block' }} width="5.5rem">
        <Slider
          label={t`Volume`}
          valueText={`${Math.round(heard * 100)}%`}
          min={0}
          max={1}
          step={0.05}
          value={heard}
          onChange={player.setVolume}
        />
      </chakra.span>
    </>
  );
};

const Choice = chakra('select', {
  base: {
    minH: '11',
    maxW: 'full',
    px: '2',
    borderRadius: 'full',
    bg: 'stage.control',
    color: 'stage.ink',
    textStyle: 'control',
    cursor: 'pointer',
    _hover: { bg: 'stage.controlHover' },
  },
});

const Rate = ({ player }: { readonly player: FilmPlayer }) => {
  const { t } = useLingui();
  const rate = usePlayerValue(player, (state) => state.rate);
  return (
    <Choice
      aria-label={t`Speed`}
      data-testid="film-rate"
      value={rate}
      onChange={({ currentTarget }) => player.setRate(Number(currentTarget.value))}
    >
      {RATES.map((each) => (
        <option key={each} value={each}>
          {`${each}×`}
        </option>
      ))}
    </Choice>
  );
};

const LayoutChoice = ({ layout, onLayout }: Pick<FilmControlsProps, 'layout' | 'onLayout'>) => {
  const { t } = useLingui();
  const choice = (value: FilmLayout, label: string, icon: ReactNode) => (
    <StageButton
      label={label}
      variant={value === layout ? 'stageActive' : 'stage'}
      aria-pressed={value === layout}
      data-testid={`film-${value}`}
      onClick={() => onLayout(value)}
    >
      {icon}
    </StageButton>
  );
  return (
    <chakra.span role="group" aria-label={t`Layout`} display="flex" gap="1">
      {choice('grid', t({ message: 'Grid', context: 'layout' }), <Grid2x2 aria-hidden />)}
      {choice('speaker', t({ message: 'Speaker', context: 'layout' }), <PanelRight aria-hidden />)}
    </chakra.span>
  );
};
