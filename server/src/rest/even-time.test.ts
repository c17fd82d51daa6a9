import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { inEvenTime, STROKE_MS } from './even-time.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Milliseconds until the answer, for work that takes so long. */
async function answerTime(work: { readonly takes: number; readonly fails?: boolean }, couldTell: boolean) {
  const begun = performance.now();
  const after = () => performance.now() - begun;
  const answer = inEvenTime(
    async () => {
      await new Promise((resolve) => void setTimeout(resolve, work.takes));
      if (work.fails) throw new Error('not found');
      return 'found';
    },
    () => couldTell,
  ).then(after, after);
  await vi.runAllTimersAsync();
  return await answer;
}

it('makes what could tell something take the same time, however long the work took and however it ended', async () => {
  for (const fails of [false, true]) {
    for (const takes of [0, 1, STROKE_MS - 1]) {
      expect(await answerTime({ takes, fails }, true)).toBe(STROKE_MS);
    }
    expect(await answerTime({ takes: STROKE_MS + 1, fails }, true)).toBe(2 * STROKE_MS);
  }
});

it('holds nothing else back', async () => {
  expect(await answerTime({ takes: 3 }, false)).toBe(3);
  expect(await answerTime({ takes: 3, fails: true }, false)).toBe(3);
});

it('hands on what the work gives, or why it failed', async () => {
  const tellsNothing = () => false;
  expect(await inEvenTime(async () => 'done', tellsNothing)).toBe('done');
  await expect(inEvenTime(() => Promise.reject(new Error('failed')), tellsNothing)).rejects.toThrow('failed');
});
