import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { Film, MonitorUp, TriangleAlert } from 'lucide-react';
import { memo } from 'react';
import { useNamed } from '#client/i18n/use-named.ts';
import type { Box } from '#client/stage/layout/grid-layout.ts';
import { SpeakingRing, TileChip } from '#client/stage/layout/tile-parts.tsx';
import { useSourceLabel } from '#client/stage/use-source-label.ts';
import { AvatarGround } from '#client/ui/avatar.tsx';
import { Spinner } from '#client/ui/spinner.tsx';
import type { FilmPart } from './film.ts';
import { FilmMedia } from './film-media.tsx';
import type { FilmPlayer } from './player.ts';
import type { WantedTrack } from './scene.ts';
import { usePlayerValue } from './use-player.ts';

/** Narrower than this there is space for the name alone. */
const ROOMY_PX = 150;

export interface FilmTileProps {
  readonly player: FilmPlayer;
  readonly part: FilmPart;
  /** Null: not in the picture; its files are kept ready. */
  readonly box: Box | null;
  readonly front: boolean;
  readonly speaking: boolean;
  /** The file whose picture is seen; null: the avatar. */
  readonly picture: string | null;
  readonly tracks: readonly WantedTrack[];
}

const OneTile = ({ player, part, box, front, speaking, picture, tracks }: FilmTileProps) => {
  const { t } = useLingui();
  const { source } = part;
  const name = useNamed()({ kind: null, name: part.name });
  const isCamera = source === 'camera';
  const label = useSourceLabel()(source, { label: part.name, named: name });
  const roomy = (box?.width ?? 0) >= ROOMY_PX;
  return (
    <chakra.li
      data-testid={box ? 'film-tile' : undefined}
      data-name={part.name}
      data-source={source}
      data-front={front}
      data-speaking={speaking}
      data-picture={picture !== null}
      listStyleType="none"
      position="absolute"
      top="0"
      left="0"
      overflow="hidden"
      borderRadius={roomy ? 'lg' : 'md'}
      bg="stage.tile"
      visibility={box ? 'visible' : 'hidden'}
      style={
        box
          ? {
              width: `${box.width}px`,
              height: `${box.height}px`,
              transform: `translate(${box.x}px, ${box.y}px)`,
            }
          : { width: '1px', height: '1px' }
      }
    >
      {box && isCamera && (
        <AvatarGround name={part.name} size={`${Math.round(Math.min(box.width, box.height) * 0.36)}px`} />
      )}
      {tracks.map(({ track, soundOnly }) => (
        <FilmMedia
          key={`${track.id} ${soundOnly}`}
          player={player}
          track={track}
          soundOnly={soundOnly || !track.hasPicture}
          visible={track.id === picture}
          whole={!isCamera}
          label={isCamera ? t`${name}’s video` : label}
        />
      ))}
      {box && <TileTrouble player={player} tracks={tracks} roomy={roomy} />}
      {isCamera && <SpeakingRing on={speaking} rounded={roomy} />}
      <chakra.div
        position="absolute"
        insetInline={roomy ? '2' : '1'}
        bottom={roomy ? '2' : '1'}
        display="flex"
        pointerEvents="none"
      >
        <TileChip>
          {source === 'screen' && <MonitorUp size={14} aria-hidden />}
          {source === 'playback' && <Film size={14} aria-hidden />}
          <chakra.span truncate minW="0">
            {label}
          </chakra.span>
        </TileChip>
      </chakra.div>
    </chakra.li>
  );
};

const keysOf = (tracks: readonly WantedTrack[]): string =>
  tracks.map(({ track, soundOnly }) => `${track.id} ${soundOnly}`).join();

const isSameBox = (one: Box | null, other: Box | null): boolean =>
  one?.x === other?.x && one?.y === other?.y && one?.width === other?.width && one?.height === other?.height;

/** Drawn again only when there is something new on it: the moment changes ten times a second. */
export const FilmTile = memo(
  OneTile,
  (before, now) =>
    before.player === now.player &&
    before.part === now.part &&
    before.front === now.front &&
    before.speaking === now.speaking &&
    before.picture === now.picture &&
    isSameBox(before.box, now.box) &&
    keysOf(before.tracks) === keysOf(now.tracks),
);

interface TileTroubleProps {
  readonly player: FilmPlayer;
  readonly tracks: readonly WantedTrack[];
  readonly roomy: boolean;
}

/** A file that can't be played here, or that loads more slowly than the others play. */
const TileTrouble = ({ player, tracks, roomy }: TileTroubleProps) => {
  const { t } = useLingui();
  const ids = tracks.map(({ track }) => track.id);
  const unplayable = usePlayerValue(player, (state) => ids.some((id) => state.unplayable.has(id)));
  const late = usePlayerValue(player, (state) => ids.some((id) => state.late.has(id)));
  if (!unplayable && !late) return null;
  return (
    <chakra.div
      position="absolute"
      inset="0"
      display="grid"
      placeItems={unplayable ? 'start center' : 'center'}
      p="2"
    >
      {unplayable ? (
        <TileChip>
          <TriangleAlert
            size={14}
            aria-hidden={roomy}
            aria-label={roomy ? undefined : t`Can’t be played here`}
          />
          {roomy && <Trans>Can’t be played here</Trans>}
        </TileChip>
      ) : (
        <Spinner size="1.75rem" label={t`Loading`} />
      )}
    </chakra.div>
  );
};
