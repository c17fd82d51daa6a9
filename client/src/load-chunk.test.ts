import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { callPart, loadCallParts, loadChunk } from './load-chunk.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const outcomeOf = (load: () => Promise<string>): (() => unknown) => {
  let outcome: unknown = 'on its way';
  loadChunk(load).then(
    (part) => {
      outcome = part;
    },
    (error: { readonly code?: string }) => {
      outcome = error.code;
    },
  );
  return () => outcome;
};

test('a chunk may take 120 s, and not longer', async () => {
  const outcome = outcomeOf(() => new Promise<string>(() => {}));
  await vi.advanceTimersByTimeAsync(119_999);
  expect(outcome()).toBe('on its way');
  await vi.advanceTimersByTimeAsync(1);
  expect(outcome()).toBe('chunk-load-failed');
});

test('one that arrives in time is there', async () => {
  const outcome = outcomeOf(() => new Promise((resolve) => setTimeout(() => resolve('there'), 119_000)));
  await vi.advanceTimersByTimeAsync(119_000);
  expect(outcome()).toBe('there');
});

test('one that cannot be loaded says so at once', async () => {
  const outcome = outcomeOf(() => Promise.reject(new TypeError('Failed to fetch')));
  await vi.advanceTimersByTimeAsync(0);
  expect(outcome()).toBe('chunk-load-failed');
});

test('the parts of a call are loaded one after another, with those that they mark, also where one fails', async () => {
  const asked: string[] = [];
  const inner = async () => {
    asked.push('inner');
  };
  callPart(async () => {
    asked.push('outer');
    if (!asked.includes('inner')) callPart(inner);
  });
  callPart(async () => {
    asked.push('next');
    throw new TypeError('Failed to fetch');
  });
  await loadCallParts();
  expect(asked).toEqual(['outer', 'next', 'inner']);
  await loadCallParts();
  expect(asked).toEqual(['outer', 'next', 'inner', 'outer', 'next', 'inner']);
});

test.each([
  ['a line of 3G', { effectiveType: '3g' }],
  ['the wish to save data', { effectiveType: '4g', saveData: true }],
])('%s leaves the parts of a call until they are needed', async (_, connection) => {
  vi.stubGlobal('navigator', { connection });
  let asked = 0;
  callPart(async () => {
    asked += 1;
  });
  await loadCallParts();
  expect(asked).toBe(0);
  vi.stubGlobal('navigator', { connection: { effectiveType: '4g' } });
  await loadCallParts();
  expect(asked).toBe(1);
});
