import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Remembered } from './remembered.ts';

const MAX_AGE_MS = 1_000;
const open = () =>
  new Remembered<number>({ maxAgeMs: MAX_AGE_MS, maxEntries: 2, isWorthIt: (value) => value > 10 });

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

it('makes a result once for all who ask meanwhile, and keeps it for its time', async () => {
  const make = vi.fn(async () => 100);
  const remembered = open();
  expect(await Promise.all([remembered.get('a', make), remembered.get('a', make)])).toEqual([100, 100]);
  await remembered.get('a', make);
  expect(make).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(MAX_AGE_MS);
  await remembered.get('a', make);
  expect(make).toHaveBeenCalledTimes(2);
});

it('shows what is kept, without making it', async () => {
  const remembered = open();
  expect(remembered.peek('a')).toBeUndefined();
  const made = remembered.get('a', async () => 100);
  expect(remembered.peek('a')).toBeUndefined();
  await made;
  expect(remembered.peek('a')).toBe(100);
  vi.advanceTimersByTime(MAX_AGE_MS);
  expect(remembered.peek('a')).toBeUndefined();
});

it('keeps neither what is not worth it nor a failure', async () => {
  const remembered = open();
  await remembered.get('a', async () => 1);
  expect(await remembered.get('a', async () => 2)).toBe(2);
  await expect(remembered.get('b', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(await remembered.get('b', async () => 3)).toBe(3);
});

it('forgets the oldest, and everything when something has changed', async () => {
  const remembered = open();
  for (const key of ['a', 'b', 'c']) await remembered.get(key, async () => 100);
  expect(await remembered.get('a', async () => 200)).toBe(200);
  expect(await remembered.get('c', async () => 300)).toBe(100);
  remembered.clear();
  expect(await remembered.get('c', async () => 300)).toBe(300);
});

it('gives the old result while a new one is made', async () => {
  const remembered = new Remembered<number>({
    maxAgeMs: MAX_AGE_MS,
    staleMs: MAX_AGE_MS,
    maxEntries: 2,
    isWorthIt: () => true,
  });
  await remembered.get('a', async () => 1);
  vi.advanceTimersByTime(MAX_AGE_MS);
  expect(await remembered.get('a', async () => 2)).toBe(1);
  expect(await remembered.get('a', async () => 3)).toBe(2);
  vi.advanceTimersByTime(2 * MAX_AGE_MS);
  expect(await remembered.get('a', async () => 4)).toBe(4);
});
