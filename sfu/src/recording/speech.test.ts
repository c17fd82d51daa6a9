import { beforeEach, describe, expect, it } from 'vitest';
import type { Spans } from '#protocol/sfu/recording.ts';
import { joinedSpans } from './spans.ts';
import { Speech } from './speech.ts';

const LOUD = 25;
const QUIET = 80;

let spoken: Spans;
let speech: Speech;
beforeEach(() => {
  spoken = [];
  speech = new Speech((fromMs, toMs) => spoken.push([fromMs, toMs]));
});

const hear = (level: number, fromMs: number, toMs: number) => {
  for (let atMs = fromMs; atMs <= toMs; atMs += 20) speech.heard(level, atMs);
};

describe('speech', () => {
  it('is what is loud, across the pauses between words', () => {
    hear(QUIET, 0, 980);
    hear(LOUD, 1_000, 2_000);
    hear(QUIET, 2_020, 2_980);
    hear(LOUD, 3_000, 4_000);
    hear(QUIET, 4_020, 6_000);
    expect(joinedSpans(spoken, 0)).toEqual([[1_000, 4_000]]);
  });

  it('ends where nothing comes any more', () => {
    hear(LOUD, 0, 1_000);
    hear(LOUD, 5_000, 6_000);
    speech.end();
    expect(spoken).toEqual([
      [0, 1_000],
      [5_000, 6_000],
    ]);
  });

  it('is no knock', () => {
    hear(LOUD, 0, 100);
    hear(QUIET, 120, 3_000);
    speech.end();
    expect(spoken).toEqual([]);
  });

  it('is reported within a second while it lasts, also across a pause', () => {
    hear(LOUD, 0, 2_500);
    expect(spoken).toEqual([
      [0, 1_000],
      [1_000, 2_000],
    ]);
    hear(QUIET, 2_520, 3_480);
    hear(LOUD, 3_500, 3_500);
    expect(spoken.at(-1)).toEqual([2_000, 3_500]);
  });

  it('is reported to its end, however short the last piece is', () => {
    hear(LOUD, 0, 1_100);
    speech.end();
    expect(spoken).toEqual([
      [0, 1_000],
      [1_000, 1_100],
    ]);
    // A knock after it is one.
    hear(LOUD, 5_000, 5_100);
    speech.end();
    expect(spoken).toHaveLength(2);
  });
});
