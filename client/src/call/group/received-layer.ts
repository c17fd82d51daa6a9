/** CSS pixels at which a video is shown. */
export interface ShownSize {
  readonly width: number;
  readonly height: number;
}

/** Of a picture of 720 lines; `simulcast.ts` makes them. */
const LAYER_HEIGHTS = [180, 360, 720] as const;
/** A picture may be this much smaller than it is shown before the difference is visible. */
const TOLERANCE = 0.75;

/**
 * The smallest simulcast layer that still looks sharp where a video is shown.
 *
 * @param pixelRatio device pixels a CSS pixel
 * @returns the spatial layer, 0 to 2
 */
export function layerFor(size: ShownSize, pixelRatio: number): 0 | 1 | 2 {
  // The side that fills the tile decides: tiles rarely have the shape of the picture.
  const lines = Math.max(size.height, (size.width * 9) / 16) * Math.min(pixelRatio, 2) * TOLERANCE;
  if (lines <= LAYER_HEIGHTS[0]) return 0;
  return lines <= LAYER_HEIGHTS[1] ? 1 : 2;
}
