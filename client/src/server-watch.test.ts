import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ServerWatch, type Wait, watchServer } from './server-watch.ts';

let status: number | null;
let asked: number;
let waits: Wait[];
let backs: number;
let watch: ServerWatch;

beforeEach(() => {
  vi.useFakeTimers();
  [status, asked, waits, backs] = [200, 0, [], 0];
  vi.stubGlobal('document', { visibilityState: 'visible', addEventListener() {}, removeEventListener() {} });
  vi.stubGlobal('window', { addEventListener() {}, removeEventListener() {} });
  vi.stubGlobal('fetch', async () => {
    asked += 1;
    if (status === null) throw new TypeError('Failed to fetch');
    return new Response(null, { status });
  });
  watch = watchServer(
    (wait) => waits.push(wait),
    () => {
      backs += 1;
    },
  );
});
afterEach(() => {
  watch.end();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const afterMs = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test.each([null, 503])(
  'a server that is away (%s) is found out within 5 s, and asked for every 3 s',
  async (how) => {
    status = how;
    await afterMs(5_000);
    expect(waits.at(-1)).toBe('away');
    const before = asked;
    await afterMs(30_000);
    expect(asked - before).toBe(10);
    expect(backs).toBe(0);
  },
);

test('asks for what is missing once the server is back', async () => {
  status = null;
  await afterMs(5_000);
  status = 200;
  await afterMs(3_000);
  expect([waits.at(-1), backs]).toEqual(['short', 1]);
  await afterMs(30_000);
  expect(backs).toBe(1);
});

test('a server that answers is slow, not away, and what is missing is asked for by hand', async () => {
  await afterMs(5_000);
  expect(waits).toEqual(['short', 'slow']);
  watch.tryNow();
  expect([waits.at(-1), backs]).toEqual(['short', 1]);
});

test('once ended it tells nothing more', async () => {
  watch.end();
  status = null;
  await afterMs(30_000);
  expect([waits, asked]).toEqual([['short'], 0]);
});
