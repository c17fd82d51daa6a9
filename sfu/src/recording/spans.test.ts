import { describe, expect, it } from 'vitest';
import { atMostSpans, joinedSpans } from './spans.ts';

describe('spans of a recording', () => {
  it('are put in order, and joined across short gaps', () => {
    const spans: [number, number][] = [
      [5_000, 6_000],
      [0, 1_000],
      [1_500, 2_000],
      [500, 900],
    ];
    expect(joinedSpans(spans, 600)).toEqual([
      [0, 2_000],
      [5_000, 6_000],
    ]);
  });

  it('stay as they are where there are few', () => {
    expect(atMostSpans([[0, 1]], 1)).toEqual([[0, 1]]);
  });

  it('are joined at the narrowest gaps where there are too many', () => {
    const spans: [number, number][] = [
      [0, 10],
      [15, 20],
      [100, 110],
      [111, 120],
      [300, 310],
    ];
    expect(atMostSpans(spans, 3)).toEqual([
      [0, 20],
      [100, 120],
      [300, 310],
    ]);
  });

  it('never become more than asked for, also with gaps of one width', () => {
    const spans = Array.from({ length: 50 }, (_, index): [number, number] => [index * 10, index * 10 + 5]);
    expect(atMostSpans(spans, 7).length).toBeLessThanOrEqual(7);
  });
});
