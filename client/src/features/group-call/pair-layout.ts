import type { Box } from '#client/stage/layout/grid-layout.ts';

/** Distance of one's own picture from the edges, in CSS pixels. */
const INSET_PX = 16;
/** Wider than so many pixels one's own picture is a large one, in landscape. */
const WIDE_STAGE_PX = 700;
const WIDE = { width: 208, height: 117 };
const NARROW = { width: 104, height: 139 };
/** Of width and height: in a low window, such as a page that is magnified, it leaves space for the other side. */
const MOST_OF_STAGE = 0.4;

export interface PairLayout {
  readonly front: Box;
  readonly corner: Box;
}

/**
 * The other side over the whole stage and oneself in a corner, as in a 1-to-1 call that no room is needed for.
 *
 * @param width of the stage in CSS pixels, as `height`
 */
export function pairLayout(width: number, height: number): PairLayout {
  const own = width >= WIDE_STAGE_PX ? WIDE : NARROW;
  const scale = Math.min(1, (height * MOST_OF_STAGE) / own.height, (width * MOST_OF_STAGE) / own.width);
  const corner = { width: Math.round(own.width * scale), height: Math.round(own.height * scale) };
  return {
    front: { x: 0, y: 0, width, height },
    corner: {
      x: Math.max(0, width - corner.width - INSET_PX),
      y: Math.max(0, height - corner.height - INSET_PX),
      ...corner,
    },
  };
}
