import type { Box } from './grid-layout.ts';

/** A tile of the strip beside the picture in front. */
const STRIP_WIDTH_PX = 176;
const STRIP_HEIGHT_PX = 99;
/** On a small stage. */
const SMALL_STRIP_PX = 96;
/** Wider than so many pixels the strip is made of large tiles. */
const WIDE_STAGE_PX = 700;

export interface SpeakerLayout {
  readonly front: Box;
  readonly strip: readonly Box[];
}

/** How many tiles the strip has space for, at least one, and where it is. */
interface Strip {
  readonly side: 'right' | 'bottom';
  readonly width: number;
  readonly height: number;
  readonly room: number;
}

function stripOf(width: number, height: number, gap: number): Strip {
  const wide = width >= WIDE_STAGE_PX;
  const side = width > height ? 'right' : 'bottom';
  const tile = wide
    ? { width: STRIP_WIDTH_PX, height: STRIP_HEIGHT_PX }
    : { width: SMALL_STRIP_PX, height: SMALL_STRIP_PX };
  const length = side === 'right' ? height : width;
  const step = (side === 'right' ? tile.height : tile.width) + gap;
  return { side, ...tile, room: Math.max(1, Math.floor((length + gap) / step)) };
}

/** How many besides the one in front are on one page. */
export const stripPerPage = (width: number, height: number, gap: number): number =>
  stripOf(width, height, gap).room;

/**
 * One picture as large as it can be, the others in one row along the longer side's end.
 *
 * @param width of the stage in CSS pixels, as `height` and `gap`
 * @param others how many stand in the strip
 */
export function speakerLayout(width: number, height: number, others: number, gap: number): SpeakerLayout {
  if (width <= 0 || height <= 0) return { front: { x: 0, y: 0, width: 0, height: 0 }, strip: [] };
  if (others === 0) return { front: { x: 0, y: 0, width, height }, strip: [] };
  const strip = stripOf(width, height, gap);
  const right = strip.side === 'right';
  const front = right
    ? { x: 0, y: 0, width: width - strip.width - gap, height }
    : { x: 0, y: 0, width, height: height - strip.height - gap };
  const step = (right ? strip.height : strip.width) + gap;
  const start = Math.max(0, ((right ? height : width) - (others * step - gap)) / 2);
  return {
    front,
    strip: Array.from({ length: others }, (_, index) => {
      const along = Math.round(start + index * step);
      return {
        x: right ? width - strip.width : along,
        y: right ? along : height - strip.height,
        width: strip.width,
        height: strip.height,
      };
    }),
  };
}
