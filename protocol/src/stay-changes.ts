type Span = readonly [from: number, to: number];

/** Someone came or left, something was shared or no longer, or the recording was interrupted. */
export type StayChange =
  | {
      readonly at: number;
      readonly change: 'began' | 'ended';
      /** Which of the given people or shared pictures it is about. */
      readonly index: number;
    }
  | { readonly at: number; readonly change: 'interrupted' };

export interface StayLimits {
  /** Who left so soon before everyone was gone was cut off as well. */
  readonly before: number;
  /** Who is back so soon after the first one was not away. */
  readonly after: number;
}

/**
 * What changed during a recording, in order. While nobody is in it, it has ended or was interrupted: those who go on after that
 * have neither left nor come.
 *
 * @param present of each person and each shared picture, in order, in the unit of the limits
 */
export function stayChanges(
  present: readonly (readonly Span[])[],
  limits: StayLimits,
): readonly StayChange[] {
  const gaps = gapsBetween(present.flat());
  const interruptions = new Set<Span>();
  const changes: StayChange[] = [];
  present.forEach((spans, index) => {
    let before: Span | undefined;
    for (const span of spans) {
      const gap = before && gapOf(gaps, before, span, limits);
      if (gap) {
        interruptions.add(gap);
        // It goes on: its last end was none.
        changes.pop();
      } else changes.push({ at: span[0], change: 'began', index });
      changes.push({ at: span[1], change: 'ended', index });
      before = span;
    }
  });
  for (const [from] of interruptions) changes.push({ at: from, change: 'interrupted' });
  return changes.sort((one, other) => one.at - other.at);
}

/** When nobody was there, between the first and the last moment of all. */
function gapsBetween(spans: readonly Span[]): readonly Span[] {
  const gaps: Span[] = [];
  let end: number | undefined;
  for (const [from, to] of spans.toSorted(([one], [other]) => one - other)) {
    if (end !== undefined && from > end) gaps.push([end, from]);
    end = Math.max(end ?? to, to);
  }
  return gaps;
}

const gapOf = (gaps: readonly Span[], [, left]: Span, [back]: Span, { before, after }: StayLimits) =>
  gaps.find(([from, to]) => left <= from && from - left <= before && back >= to && back - to <= after);
