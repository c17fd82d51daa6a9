import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  addLastingSnack,
  addSnack,
  dismissSnack,
  holdSnack,
  releaseSnack,
  shownSnacks,
  subscribeToSnacks,
} from './snacks.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  for (const { id } of shownSnacks()) dismissSnack(id);
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

const shown = () => shownSnacks().map(({ content }) => content);
const idOf = (content: string): number => shownSnacks().find((snack) => snack.content === content)?.id ?? 0;

test('what is said in the corner goes after 6000 ms, an error too', () => {
  let told = 0;
  const end = subscribeToSnacks(() => told++);
  addSnack('error', 'It failed');
  expect(shown()).toEqual(['It failed']);
  vi.advanceTimersByTime(5_999);
  expect(shown()).toEqual(['It failed']);
  vi.advanceTimersByTime(1);
  expect(shown()).toEqual([]);
  expect(told).toBe(2);
  end();
});

test('the clock stands still while someone reads on', () => {
  addSnack('info', 'Long text');
  vi.advanceTimersByTime(5_000);
  holdSnack(idOf('Long text'));
  vi.advanceTimersByTime(60_000);
  expect(shown()).toEqual(['Long text']);
  releaseSnack(idOf('Long text'));
  vi.advanceTimersByTime(999);
  expect(shown()).toEqual(['Long text']);
  vi.advanceTimersByTime(1);
  expect(shown()).toEqual([]);
});

test('the oldest makes way for the fourth', () => {
  for (const text of ['one', 'two', 'three', 'four']) addSnack('info', text);
  expect(shown()).toEqual(['two', 'three', 'four']);
});

test('what lasts stays until it is dismissed, and makes way for nothing', () => {
  const id = addLastingSnack('warning', (own) => `Offer ${own}`);
  for (const content of ['one', 'two', 'three', 'four']) addSnack('info', content);
  expect(shown()).toEqual([`Offer ${id}`, 'two', 'three', 'four']);
  vi.advanceTimersByTime(3_600_000);
  expect(shown()).toEqual([`Offer ${id}`]);
  dismissSnack(id);
  expect(shown()).toEqual([]);
});
