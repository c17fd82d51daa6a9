export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A camera's own shape: a wider tile would only cut heads off. */
const WIDEST = 16 / 9;
/** How narrow a tile may be for its height; the sides of the picture are cut. */
const NARROWEST = { portrait: 9 / 16, few: 4 / 3, many: 4 / 5 } as const;
/** Up to so many people have space for their shoulders; of more, the faces are what counts. */
const FEW = 4;

/**
 * Places tiles so that they are as large as they can be: for every number of columns the tile that fits, and of those the
 * largest. The last row is centred.
 *
 * @param width of the stage in CSS pixels, as `height` and `gap`
 */
export function gridLayout(width: number, height: number, count: number, gap: number): readonly Box[] {
  if (count === 0 || width <= 0 || height <= 0) return [];
  const { columns, tile } = bestColumns(width, height, count, gap);
  const rows = Math.ceil(count / columns);
  const blockHeight = rows * tile.height + (rows - 1) * gap;
  const top = (height - blockHeight) / 2;
  return Array.from({ length: count }, (_, index) => {
    const row = Math.floor(index / columns);
    const inRow = row === rows - 1 ? count - row * columns : columns;
    const rowWidth = inRow * tile.width + (inRow - 1) * gap;
    return {
      x: Math.round((width - rowWidth) / 2 + (index - row * columns) * (tile.width + gap)),
      y: Math.round(top + row * (tile.height + gap)),
      width: Math.floor(tile.width),
      height: Math.floor(tile.height),
    };
  });
}

/** An upright phone has height to spare. */
function narrowest(width: number, height: number, count: number): number {
  if (width < height) return NARROWEST.portrait;
  return NARROWEST[count <= FEW ? 'few' : 'many'];
}

interface Tile {
  readonly width: number;
  readonly height: number;
}

function bestColumns(
  width: number,
  height: number,
  count: number,
  gap: number,
): { readonly columns: number; readonly tile: Tile } {
  let best = { columns: 1, tile: tileFor(width, height, count, 1, gap) };
  for (let columns = 2; columns <= count; columns++) {
    const tile = tileFor(width, height, count, columns, gap);
    if (tile.width * tile.height > best.tile.width * best.tile.height) best = { columns, tile };
  }
  return best;
}

function tileFor(width: number, height: number, count: number, columns: number, gap: number): Tile {
  const rows = Math.ceil(count / columns);
  const cellWidth = Math.max(0, (width - gap * (columns - 1)) / columns);
  const cellHeight = Math.max(0, (height - gap * (rows - 1)) / rows);
  return {
    width: Math.min(cellWidth, cellHeight * WIDEST),
    height: Math.min(cellHeight, cellWidth / narrowest(width, height, count)),
  };
}

/** Tiles smaller than this show no one any more. */
const SMALLEST_PX = 104;
const MOST_TILES = 16;

/** How many tiles fit on one page of a stage, at least one. */
export function tilesPerPage(width: number, height: number, gap: number): number {
  const fitting = (side: number) => Math.max(1, Math.floor((side + gap) / (SMALLEST_PX + gap)));
  return Math.min(MOST_TILES, fitting(width) * fitting(height));
}
