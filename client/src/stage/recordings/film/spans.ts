/** From and to, in seconds from the start of the recording. Lists of spans are in order and do not overlap. */
export type Span = readonly [from: number, to: number];

/** The span that holds a moment, its end excluded. */
export const spanAt = (spans: readonly Span[], moment: number): Span | undefined =>
  spans.find(([from, to]) => from <= moment && moment < to);

export const isWithin = (spans: readonly Span[], moment: number): boolean =>
  spanAt(spans, moment) !== undefined;

/** In seconds. */
export const lengthOf = (spans: readonly Span[]): number =>
  spans.reduce((sum, [from, to]) => sum + (to - from), 0);

/** The parts within two bounds. */
export const clipSpans = (spans: readonly Span[], from: number, to: number): readonly Span[] =>
  spans.flatMap(([start, end]): Span[] =>
    end > from && start < to ? [[Math.max(start, from), Math.min(end, to)]] : [],
  );

/**
 * Sorts spans and joins those that overlap or are close.
 *
 * @param gap seconds between two spans up to which they become one
 */
export function joinSpans(spans: readonly Span[], gap: number): readonly Span[] {
  const joined: Span[] = [];
  for (const [from, to] of [...spans].sort(([one], [other]) => one - other)) {
    const last = joined.at(-1);
    if (last && from - last[1] <= gap) joined[joined.length - 1] = [last[0], Math.max(last[1], to)];
    else joined.push([from, to]);
  }
  return joined;
}
