import { beforeEach, describe, expect, it } from 'vitest';
import { Speech } from './speech.ts';

const LOUD = 25;
const QUIET = 80;

let spoken: [number, number][];
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
    expect(spoken).toEqual([[1_000, 4_000]]);
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

  it('is told in pieces while it lasts', () => {
    hear(LOUD, 0, 25_000);
    expect(spoken).toEqual([
      [0, 10_000],
      [10_000, 20_000],
    ]);
    speech.end();
    expect(spoken.at(-1)).toEqual([20_000, 25_000]);
  });
});
