import { chakra } from '@chakra-ui/react';
import { useCallback } from 'react';
import type { FilmTrack } from './film.ts';
import type { FilmPlayer } from './player.ts';

export interface FilmMediaProps {
  readonly player: FilmPlayer;
  readonly track: FilmTrack;
  readonly soundOnly: boolean;
  /** It stays in its place without being seen: its sound goes on. */
  readonly visible: boolean;
  /** Nothing is cut off. */
  readonly whole: boolean;
  readonly label: string;
}

/** The media element of one file. The player loads and moves it. */
export const FilmMedia = ({ player, track, soundOnly, visible, whole, label }: FilmMediaProps) => {
  const ref = useCallback(
    (element: HTMLMediaElement | null) => (element ? player.attach(track, element) : undefined),
    [player, track],
  );
  if (soundOnly) {
    return (
      // biome-ignore lint/a11y/useMediaCaption: what people said in a call has no captions
      <audio ref={ref} preload="auto" data-testid="film-sound" data-offset={track.from} />
    );
  }
  return (
    // biome-ignore lint/a11y/useMediaCaption: what people said in a call has no captions
    <chakra.video
      ref={ref}
      data-testid="film-video"
      data-offset={track.from}
      aria-label={label}
      aria-hidden={!visible}
      preload="auto"
      playsInline
      disableRemotePlayback
      position="absolute"
      inset="0"
      width="full"
      height="full"
      objectFit={whole ? 'contain' : 'cover'}
      opacity={visible ? '1' : '0'}
    />
  );
};
