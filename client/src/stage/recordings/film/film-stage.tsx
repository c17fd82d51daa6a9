import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { Play, Volume2 } from 'lucide-react';
import { type Box, gridLayout, tilesPerPage } from '#client/stage/layout/grid-layout.ts';
import { speakerLayout, stripPerPage } from '#client/stage/layout/speaker-layout.ts';
import { useElementSize } from '#client/stage/layout/use-element-size.ts';
import { Button } from '#client/ui/button.tsx';
import { IconButton } from '#client/ui/icon-button.tsx';
import { Spinner } from '#client/ui/spinner.tsx';
import { type Film, lastMoment } from './film.ts';
import { FilmTile } from './film-tile.tsx';
import type { FilmPlayer } from './player.ts';
import { type FilmLayout, sceneAt, type FilmTile as Tile, tilesThatFit, wantedTracks } from './scene.ts';
import { usePlayerValue } from './use-player.ts';

const GAP_PX = 8;

export interface FilmStageProps {
  readonly film: Film;
  readonly player: FilmPlayer;
  readonly layout: FilmLayout;
  readonly fullscreen: boolean;
}

/** The picture: who was there, as large as there is room. A press plays or pauses. */
export const FilmStage = ({ film, player, layout, fullscreen }: FilmStageProps) => {
  const { t } = useLingui();
  const [ref, { width, height }] = useElementSize();
  const moment = Math.min(
    usePlayerValue(player, (state) => state.moment),
    lastMoment(film),
  );
  const scene = sceneAt(film, moment, layout);
  const room =
    scene.front === null ? tilesPerPage(width, height, GAP_PX) : stripPerPage(width, height, GAP_PX) + 1;
  const shown = tilesThatFit(scene, moment, room);
  const boxes = boxesOf(shown, scene.front, width, height);
  const tiles = new Map(scene.tiles.map((tile) => [tile.part.key, tile]));
  const wanted = wantedTracks(film, moment);
  const more = scene.tiles.length - shown.length;
  return (
    <chakra.div
      position="relative"
      {...(fullscreen
        ? { flex: '1', minH: '0' }
        : {
            aspectRatio: { base: '1 / 1', sm: '4 / 3', md: '16 / 9' },
            maxH: { base: '70dvh', md: 'calc(100dvh - 21rem)' },
            minH: '12rem',
            width: 'full',
          })}
    >
      <chakra.ul
        ref={ref}
        aria-label={t`People in the call`}
        data-testid="film"
        data-layout={scene.front === null ? 'grid' : 'speaker'}
        position="absolute"
        inset="2"
        m="0"
        p="0"
        onClick={() => player.toggle()}
      >
        {film.parts.map((part) => {
          const tracks = wanted.filter(({ track }) => track.tile === part.key);
          const box = boxes.get(part.key) ?? null;
          if (!box && tracks.length === 0) return null;
          const tile = tiles.get(part.key);
          return (
            <FilmTile
              key={part.key}
              player={player}
              part={part}
              box={box}
              front={part.key === scene.front}
              speaking={tile?.speaking ?? false}
              picture={tile?.picture ?? null}
              tracks={tracks}
            />
          );
        })}
      </chakra.ul>
      {scene.tiles.length === 0 && (
        <chakra.p position="absolute" insetInline="0" bottom="4" textAlign="center" color="stage.muted">
          <Trans>Nobody was in the call.</Trans>
        </chakra.p>
      )}
      {more > 0 && (
        <chakra.span
          position="absolute"
          top="3"
          insetEnd="3"
          px="2"
          borderRadius="full"
          bg="stage.control"
          textStyle="caption"
        >
          <Trans>{more} more</Trans>
        </chakra.span>
      )}
      <StageOverlay player={player} />
    </chakra.div>
  );
};

/** What the picture waits for: a press, a file, or leave to be heard. */
const StageOverlay = ({ player }: { readonly player: FilmPlayer }) => {
  const { t } = useLingui();
  const playing = usePlayerValue(player, (state) => state.playing);
  const begun = usePlayerValue(player, (state) => state.begun);
  const waiting = usePlayerValue(player, (state) => state.waiting);
  const soundBlocked = usePlayerValue(player, (state) => state.soundBlocked);
  return (
    <chakra.div position="absolute" inset="0" display="grid" placeItems="center" pointerEvents="none">
      {!playing && !begun && (
        <IconButton
          label={t`Play`}
          variant="stageActive"
          shape="round"
          size="lg"
          minH="16"
          pointerEvents="auto"
          data-testid="film-start"
          onClick={player.play}
        >
          <Play aria-hidden fill="currentColor" />
        </IconButton>
      )}
      {playing && waiting && <Spinner size="2.5rem" label={t`Loading`} />}
      {soundBlocked && (
        <chakra.span position="absolute" top="3" pointerEvents="auto">
          <Button variant="stageActive" size="sm" onClick={player.toggleMuted}>
            <Volume2 aria-hidden />
            <Trans>Turn on the sound</Trans>
          </Button>
        </chakra.span>
      )}
    </chakra.div>
  );
};

function boxesOf(
  tiles: readonly Tile[],
  front: string | null,
  width: number,
  height: number,
): ReadonlyMap<string, Box> {
  if (width <= 0 || height <= 0) return new Map();
  const others = tiles.filter(({ part }) => part.key !== front);
  const layout =
    front === null
      ? { front: null, strip: gridLayout(width, height, tiles.length, GAP_PX) }
      : speakerLayout(width, height, others.length, GAP_PX);
  const boxes = others.flatMap(({ part }, index): [string, Box][] => {
    const box = layout.strip[index];
    return box ? [[part.key, box]] : [];
  });
  return new Map([...(front !== null && layout.front ? [[front, layout.front] as const] : []), ...boxes]);
}
