export type Direction = 'left' | 'right' | 'up' | 'down';

export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** A step aside counts for more than one ahead: the arrow stays in its row or column where it can. */
const ASIDE_WEIGHT = 3;

const middle = (from: number, to: number): number => (from + to) / 2;
/** Between two stretches of a line; 0 where they overlap. */
const gap = (from: number, to: number, otherFrom: number, otherTo: number): number =>
  Math.max(0, otherFrom - to, from - otherTo);

/** Which of the boxes is next in a direction; null where none lies there. */
export function arrowTarget<T extends { readonly box: Box }>(
  from: Box,
  candidates: readonly T[],
  direction: Direction,
): T | null {
  const sideways = direction === 'left' || direction === 'right';
  const sign = direction === 'left' || direction === 'up' ? -1 : 1;
  let best: T | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const { box } = candidate;
    const ahead = sideways
      ? sign * (middle(box.left, box.right) - middle(from.left, from.right))
      : sign * (middle(box.top, box.bottom) - middle(from.top, from.bottom));
    if (ahead <= 1) continue;
    const aside = sideways
      ? gap(from.top, from.bottom, box.top, box.bottom)
      : gap(from.left, from.right, box.left, box.right);
    const distance = ahead + ASIDE_WEIGHT * aside;
    if (distance < least) [best, least] = [candidate, distance];
  }
  return best;
}
