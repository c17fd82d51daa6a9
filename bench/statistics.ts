import type { Measurement, Row } from './benchmark.ts';

/** A row whose ratio says how many times the anchor ours is. */
export function compared(
  load: string,
  ours: readonly number[],
  name: string,
  anchor: readonly number[],
): Row {
  const [measured, reference] = [spreadOf(ours), spreadOf(anchor)];
  return {
    load,
    ours: measured,
    anchor: { name, ...reference },
    ratio: measured.median / reference.median,
  };
}

export function spreadOf(values: readonly number[]): Measurement {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  const [below = Number.NaN, above = below] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return {
    median: (below + above) / 2,
    min: sorted[0] ?? Number.NaN,
    max: sorted.at(-1) ?? Number.NaN,
  };
}

/** The value that this share of them does not exceed, 0 to 1. */
export function quantileOf(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/**
 * How likely it is that one of the first is greater than one of the second, ties counting half: the Mann–Whitney U over
 * the number of pairs (0.5: neither is). Outliers on a shared machine weigh no more than other values.
 */
export function likelierGreater(first: readonly number[], second: readonly number[]): number {
  const all = [
    ...first.map((value) => ({ value, isFirst: true })),
    ...second.map((value) => ({ value, isFirst: false })),
  ].toSorted((one, other) => one.value - other.value);
  let rankSum = 0;
  for (let start = 0; start < all.length; ) {
    let end = start;
    while (end < all.length && all[end]?.value === all[start]?.value) end += 1;
    // Equals share the mean of their ranks, which count from 1.
    const rank = (start + 1 + end) / 2;
    rankSum += rank * all.slice(start, end).filter(({ isFirst }) => isFirst).length;
    start = end;
  }
  const u = rankSum - (first.length * (first.length + 1)) / 2;
  return u / (first.length * second.length);
}
