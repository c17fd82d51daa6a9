import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RestartPauses } from './restart-pauses.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const pausesAfter = (runsMs: readonly number[]): readonly number[] => {
  const pauses = new RestartPauses();
  return runsMs.map((runMs) => {
    pauses.started();
    vi.advanceTimersByTime(runMs);
    return pauses.next();
  });
};

it('grow with every death, up to a limit', () => {
  expect(pausesAfter(Array(8).fill(100))).toEqual([200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000]);
});

it('begin anew after a long run', () => {
  expect(pausesAfter([100, 100, 29_999, 30_000, 100])).toEqual([200, 400, 800, 200, 400]);
});
