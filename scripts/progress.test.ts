import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withProgress } from './progress.mjs';

let written: string[];

beforeEach(() => {
  vi.useFakeTimers();
  written = [];
});

afterEach(() => {
  vi.useRealTimers();
});

const terminal = (isTTY: boolean) => ({
  isTTY,
  columns: 40,
  write: (text: string) => {
    written.push(text);
    return true;
  },
});

const after = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

test('says nothing of what is quick', async () => {
  const work = withProgress('Thinking', () => after(1_000), terminal(false));
  await vi.advanceTimersByTimeAsync(1_000);
  await work;
  expect(written).toEqual([]);
});

test('shows within two seconds what takes longer, how far it is, and how long it took', async () => {
  const work = withProgress(
    'Building',
    async (report) => {
      await after(1_000);
      report('3/9');
      await after(14_000);
      return 'built';
    },
    terminal(false),
  );
  await vi.advanceTimersByTimeAsync(2_000);
  expect(written).toEqual(['Building … 2 s  3/9\n']);
  await vi.advanceTimersByTimeAsync(13_000);
  expect(await work).toBe('built');
  expect(written).toEqual(['Building … 2 s  3/9\n', 'Building … 12 s  3/9\n', 'Building: done in 15 s\n']);
});

test('renews one line of a terminal, never wider than it', async () => {
  const work = withProgress(
    'Building',
    (report) => {
      report('x'.repeat(100));
      return after(3_000);
    },
    terminal(true),
  );
  await vi.advanceTimersByTimeAsync(2_600);
  expect(written).toHaveLength(2);
  for (const text of written) {
    expect(text.startsWith('\r\x1b[K')).toBe(true);
    expect(text.length - '\r\x1b[K'.length).toBeLessThan(40);
  }
  await vi.advanceTimersByTimeAsync(400);
  await work;
  expect(written.at(-1)).toBe('Building: done in 3 s\n');
});

test('says that it failed, and passes the reason on', async () => {
  const work = withProgress(
    'Building',
    async () => {
      await after(5_000);
      throw new Error('no disk');
    },
    terminal(false),
  );
  const failure = expect(work).rejects.toThrow('no disk');
  await vi.advanceTimersByTimeAsync(5_000);
  await failure;
  expect(written.at(-1)).toBe('Building: failed after 5 s\n');
});
