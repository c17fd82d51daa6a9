import { chakra } from '@chakra-ui/react';
import { useLingui } from '@lingui/react/macro';
import { Pause, Play, Volume1, Volume2, VolumeX, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { formatDuration } from './format-duration.ts';
import { Slider } from './slider.tsx';
import { StageButton } from './stage-button.tsx';

const EVENTS = ['play', 'pause', 'ended', 'timeupdate', 'durationchange', 'volumechange', 'seeked'] as const;

const read = ({ paused, ended, currentTime, duration, volume, muted }: HTMLVideoElement) => ({
  playing: !paused && !ended,
  time: currentTime,
  // A live or broken file has none.
  duration: Number.isFinite(duration) ? duration : 0,
  volume: muted ? 0 : volume,
});

export interface PlayerControlsProps {
  readonly player: HTMLVideoElement;
  readonly name: string;
  readonly onStop: () => void;
}

/** Plays, pauses and moves a file that is played into the call, for everyone. */
const PlayerControls = ({ player, name, onStop }: PlayerControlsProps) => {
  const { t } = useLingui();
  const [{ playing, time, duration, volume }, setState] = useState(() => read(player));
  useEffect(() => {
    const follow = () => setState(read(player));
    follow();
    for (const event of EVENTS) player.addEventListener(event, follow);
    return () => {
      for (const event of EVENTS) player.removeEventListener(event, follow);
    };
  }, [player]);
  const VolumeIcon = volume === 0 ? VolumeX : volume < 0.5 ? Volume1 : Volume2;
  const setVolume = (value: number) => {
    player.muted = false;
    player.volume = value;
  };
  return (
    <chakra.section
      aria-label={t`File you’re playing`}
      data-testid="player"
      flexShrink="0"
      alignSelf="center"
      display="grid"
      gridTemplateColumns="auto 1fr auto"
      alignItems="center"
      gap="1"
      columnGap="3"
      width="min(44rem, calc(100% - 1.5rem))"
      mt="2"
      px="2"
      py="1.5"
      borderRadius="xl"
      bg="stage.control"
      animation="rise 200ms"
    >
      <StageButton
        label={playing ? t`Pause` : t`Play`}
        onClick={() => {
          if (playing) player.pause();
          // A file that has been removed reports its own error.
          else player.play().catch(() => {});
        }}
      >
        {playing ? <Pause aria-hidden fill="currentColor" /> : <Play aria-hidden fill="currentColor" />}
      </StageButton>
      <chakra.div minW="0">
        <chakra.p textStyle="caption" truncate title={name}>
          {name}
        </chakra.p>
        <chakra.div display="flex" alignItems="center" gap="2.5">
          <Slider
            label={t`Position`}
            valueText={`${formatDuration(time)} / ${formatDuration(duration)}`}
            min={0}
            max={Math.max(duration, 0.1)}
            step={0.1}
            value={Math.min(time, duration)}
            onChange={(value) => {
              player.currentTime = value;
              // At once, not when the seek is done: the thumb would jump back in between.
              setState(read(player));
            }}
          />
          <chakra.span
            aria-hidden
            textStyle="caption"
            fontVariantNumeric="tabular-nums"
            whiteSpace="nowrap"
            color="stage.muted"
          >
            {formatDuration(time)} / {formatDuration(duration)}
          </chakra.span>
        </chakra.div>
      </chakra.div>
      <chakra.div display="flex" alignItems="center" gap="1">
        <StageButton
          label={volume === 0 ? t`Unmute file` : t`Mute file`}
          onClick={() => {
            if (player.volume === 0) player.volume = 1;
            player.muted = volume > 0;
          }}
        >
          <VolumeIcon aria-hidden />
        </StageButton>
        <chakra.span display={{ base: 'none', sm: 'block' }} width="5.5rem">
          <Slider
            label={t`Volume for everyone`}
            valueText={`${Math.round(volume * 100)}%`}
            min={0}
            max={1}
            step={0.05}
            value={volume}
            onChange={setVolume}
          />
        </chakra.span>
        <StageButton label={t`Stop playing`} onClick={onStop}>
          <X aria-hidden />
        </StageButton>
      </chakra.div>
    </chakra.section>
  );
};

export default PlayerControls;
