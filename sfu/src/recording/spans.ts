import type { Spans } from '#protocol/sfu/recording.ts';

/** In order, and joined where less than the gap lies between them. */
export function joinedSpans(spans: Spans, gapMs: number): Spans {
  const joined: Spans = [];
  for (const [from, to] of spans.toSorted(([one], [other]) => one - other)) {
    const last = joined.at(-1);
    if (last && from - last[1] <= gapMs) last[1] = Math.max(last[1], to);
    else joined.push([from, to]);
  }
  return joined;
}

/** So many at most, in order: of more, those closest together are joined. */
export function atMostSpans(spans: Spans, count: number): Spans {
  if (spans.length <= count) return spans;
  const gaps = spans.slice(1).map(([from], index) => from - (spans[index]?.[1] ?? 0));
  const widest = gaps.toSorted((one, other) => other - one)[count - 1] ?? 0;
  return joinedSpans(spans, widest);
}
