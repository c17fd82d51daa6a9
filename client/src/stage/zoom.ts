/** A picture that is drawn `scale` times as large as its place, moved by so many pixels from its corner. */
export interface Zoom {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export const unzoomed: Zoom = { scale: 1, x: 0, y: 0 };
const LARGEST = 8;

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

/** The picture always fills its place: it cannot be moved further than to its edges. */
function bounded({ scale, x, y }: Zoom, { width, height }: Size): Zoom {
  if (scale <= 1) return unzoomed;
  return { scale, x: clamp(x, width * (1 - scale), 0), y: clamp(y, height * (1 - scale), 0) };
}

/** Larger or smaller by a factor; what is below `at` stays there. */
export function zoomAt(zoom: Zoom, factor: number, at: Point, size: Size): Zoom {
  const scale = clamp(zoom.scale * factor, 1, LARGEST);
  const ratio = scale / zoom.scale;
  return bounded({ scale, x: at.x - (at.x - zoom.x) * ratio, y: at.y - (at.y - zoom.y) * ratio }, size);
}

export const panBy = (zoom: Zoom, by: Point, size: Size): Zoom =>
  bounded({ ...zoom, x: zoom.x + by.x, y: zoom.y + by.y }, size);

/** Two fingers, before and after: the picture follows their middle and their distance. */
export function pinch(
  zoom: Zoom,
  before: readonly [Point, Point],
  after: readonly [Point, Point],
  size: Size,
): Zoom {
  const middle = ([one, other]: readonly [Point, Point]): Point => ({
    x: (one.x + other.x) / 2,
    y: (one.y + other.y) / 2,
  });
  const distance = ([one, other]: readonly [Point, Point]) => Math.hypot(one.x - other.x, one.y - other.y);
  const from = middle(before);
  const to = middle(after);
  const moved = panBy(zoom, { x: to.x - from.x, y: to.y - from.y }, size);
  return zoomAt(moved, distance(after) / Math.max(1, distance(before)), to, size);
}
