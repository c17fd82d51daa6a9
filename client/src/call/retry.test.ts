import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '#protocol/app-error.ts';
import { type AskAgainOptions, askAgain, UNDONE } from './retry.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Fails so often, then answers; says when it was asked. */
const asking = async (times: number, failure: () => Promise<never>, options?: AskAgainOptions) => {
  const asked: number[] = [];
  const begin = performance.now();
  const answer = askAgain(async () => {
    asked.push(performance.now() - begin);
    return asked.length <= times ? await failure() : 'answer';
  }, options).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(600_000);
  return { answer: await answer, asked };
};
const refused = () => Promise.reject(new AppError('service-unavailable'));
/** As requests do that nobody answers. */
const silent = () =>
  new Promise<never>((_, reject) => setTimeout(() => reject(new AppError('request-timeout')), 10_000));

const gaps = (asked: readonly number[]) => asked.slice(1).map((at, index) => at - (asked[index] ?? 0));

test.each([
  ['refused', refused, 4_000],
  ['not answered', silent, 14_000],
])(
  'what is %s once or five times is asked again soon, and never more than twice a second',
  async (_, fail, mostMs) => {
    for (const times of [1, 5]) {
      const { answer, asked } = await asking(times, fail, { limitMs: 120_000 });
      expect([answer, asked.length]).toEqual(['answer', times + 1]);
      for (const gap of gaps(asked)) {
        expect(gap).toBeGreaterThanOrEqual(500);
        expect(gap).toBeLessThanOrEqual(mostMs);
      }
    }
  },
);

test('what is refused for ever ends with the refusal', async () => {
  const { answer, asked } = await asking(Number.POSITIVE_INFINITY, refused);
  expect(answer).toMatchObject({ code: 'service-unavailable' });
  expect(asked.at(-1)).toBeLessThanOrEqual(60_000);
  expect(asked.length).toBeLessThan(40);
});

test('what may have been done is not asked again where only what was not done is', async () => {
  const { answer, asked } = await asking(1, silent, { passes: UNDONE });
  expect(answer).toMatchObject({ code: 'request-timeout' });
  expect(asked).toHaveLength(1);
});

test('what nobody wants any more is not asked again', async () => {
  const { asked } = await asking(5, refused, { isWanted: () => false });
  expect(asked).toHaveLength(1);
});
