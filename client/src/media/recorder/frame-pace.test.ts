import { describe, expect, test } from 'vitest';
import { pauseAfter } from './frame-pace.ts';

describe('a recording', () => {
  test('has twelve pictures a second where they are drawn in no time', () => {
    expect(0 + pauseAfter(0)).toBeCloseTo(1000 / 12);
    expect(20 + pauseAfter(20)).toBeCloseTo(1000 / 12);
  });

  test.each([40, 100, 500])('leaves two thirds of its time to a page that draws for %i ms', (tookMs) => {
    expect(tookMs / (tookMs + pauseAfter(tookMs))).toBeCloseTo(1 / 3);
  });
});
