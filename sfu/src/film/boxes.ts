import type { Scene, Tile } from './scenes.ts';

/** Size of the film, in pixels. */
export const FILM_WIDTH = 1_280;
export const FILM_HEIGHT = 720;

/** In pixels, all of them even: pictures have one colour for four of them. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface PlacedTile extends Tile {
  readonly box: Box;
}

const GAP = 8;
const STRIP_WIDTH = 224;
const STRIP_HEIGHT = 126;
const STRIP_TILES = 5;
const RATIO = FILM_WIDTH / FILM_HEIGHT;

/** Where the tiles of a scene are. Beside a large one only as many are seen as there is room for. */
export function placedTiles({ tiles, front }: Scene): readonly PlacedTile[] {
  const large = tiles.find(({ part }) => part === front);
  if (!large) return inGrid(tiles);
  const strip = tiles.filter((tile) => tile !== large).slice(0, STRIP_TILES);
  const width = FILM_WIDTH - STRIP_WIDTH - 3 * GAP;
  return [
    { ...large, box: { x: GAP, y: GAP, width, height: FILM_HEIGHT - 2 * GAP } },
    ...strip.map((tile, index) => ({
      ...tile,
      box: {
        x: FILM_WIDTH - GAP - STRIP_WIDTH,
        y: GAP + index * (STRIP_HEIGHT + GAP),
        width: STRIP_WIDTH,
        height: STRIP_HEIGHT,
      },
    })),
  ];
}

function inGrid(tiles: readonly Tile[]): readonly PlacedTile[] {
  const columns = bestColumns(tiles.length);
  const rows = Math.ceil(tiles.length / columns);
  const width = tileWidth(columns, rows);
  const height = even(width / RATIO);
  const top = even((FILM_HEIGHT - rows * height - (rows - 1) * GAP) / 2);
  return tiles.map((tile, index) => {
    const row = Math.floor(index / columns);
    const inRow = Math.min(columns, tiles.length - row * columns);
    const left = even((FILM_WIDTH - inRow * width - (inRow - 1) * GAP) / 2);
    const x = left + (index % columns) * (width + GAP);
    return { ...tile, box: { x, y: top + row * (height + GAP), width, height } };
  });
}

const even = (pixels: number): number => 2 * Math.floor(pixels / 2);

const tileWidth = (columns: number, rows: number): number =>
  even(
    Math.min((FILM_WIDTH - (columns + 1) * GAP) / columns, ((FILM_HEIGHT - (rows + 1) * GAP) / rows) * RATIO),
  );

function bestColumns(count: number): number {
  const widthOf = (columns: number) => tileWidth(columns, Math.ceil(count / columns));
  let best = 1;
  for (let columns = 2; columns <= count; columns++) if (widthOf(columns) > widthOf(best)) best = columns;
  return best;
}
