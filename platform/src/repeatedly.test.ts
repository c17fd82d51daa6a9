import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { repeatedly } from './repeatedly.ts';

const EVERY_MS = 1_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Work whose runs last until they are told to end. */
function slowWork() {
  const ends: (() => void)[] = [];
  return {
    ends,
    work: () => new Promise<void>((resolve) => void ends.push(resolve)),
  };
}

const onError = (error: unknown) => {
  throw error;
};

it('leaves out the runs that fall due during another, and goes on after it', async () => {
  const { ends, work } = slowWork();
  const stop = repeatedly({ everyMs: EVERY_MS, work, onError });
  await vi.advanceTimersByTimeAsync(EVERY_MS * 5);
  expect(ends).toHaveLength(1);
  ends[0]?.();
  await vi.advanceTimersByTimeAsync(EVERY_MS);
  expect(ends).toHaveLength(2);
  stop();
});

it('begins at once where that is asked for, and not a second time meanwhile', async () => {
  const { ends, work } = slowWork();
  const stop = repeatedly({ everyMs: EVERY_MS, atOnce: true, work, onError });
  expect(ends).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(EVERY_MS * 2);
  expect(ends).toHaveLength(1);
  stop();
});

it('goes on after a run that failed, and says why it did', async () => {
  const errors: unknown[] = [];
  let runs = 0;
  const stop = repeatedly({
    everyMs: EVERY_MS,
    work: async () => {
      runs += 1;
      throw new Error(`run ${runs}`);
    },
    onError: (error) => errors.push(error),
  });
  await vi.advanceTimersByTimeAsync(EVERY_MS * 2);
  expect(errors).toEqual([new Error('run 1'), new Error('run 2')]);
  stop();
});

it('begins no run once it has been stopped', async () => {
  const { ends, work } = slowWork();
  repeatedly({ everyMs: EVERY_MS, work, onError })();
  await vi.advanceTimersByTimeAsync(EVERY_MS * 2);
  expect(ends).toEqual([]);
});
