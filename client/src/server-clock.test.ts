import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sendHttp } from '#client/api/http.ts';
import { opensLater } from '#client/features/guest/opens-later.ts';
import { byOwnClock, noteServerTime, serverNow } from './server-clock.ts';

const NOW = Date.parse('2026-11-21T05:00:00Z');
const HOUR_MS = 3_600_000;

/** An answer of the server, which has the right time, to a browser whose clock is off by so much. */
async function answerTo(offMs: number): Promise<void> {
  vi.setSystemTime(NOW + offMs);
  vi.stubGlobal('fetch', async () => new Response('{}', { headers: { date: new Date(NOW).toUTCString() } }));
  await sendHttp({ method: 'GET', path: 'guest_links/current' });
}

const at = (ms: number): string => new Date(NOW + ms).toISOString();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a browser whose clock is off', () => {
  it.each([-3 * HOUR_MS, 3 * HOUR_MS, -40_000])('by %i ms goes by the time of the server', async (offMs) => {
    await answerTo(offMs);
    expect(Math.abs(serverNow() - NOW)).toBeLessThanOrEqual(1_000);
    expect(opensLater(at(-5_000))).toBe(false);
    expect(opensLater(at(5_000))).toBe(true);
    expect(Math.abs(byOwnClock(NOW) - Date.now())).toBeLessThanOrEqual(1_000);
  });

  it('and is then set goes by the time of the server still', async () => {
    await answerTo(-3 * HOUR_MS);
    await answerTo(0);
    expect(serverNow()).toBe(NOW);
    await answerTo(2 * HOUR_MS);
    expect(Math.abs(serverNow() - NOW)).toBeLessThanOrEqual(1_000);
  });
});

describe('a browser whose clock may be right', () => {
  it.each([0, 400, 999])('believes it: %i ms', async (offMs) => {
    await answerTo(offMs);
    expect(serverNow()).toBe(NOW + offMs);
  });

  it('learns nothing from a slow answer that it did not know, and nothing from one without a time', () => {
    noteServerTime(new Date(NOW).toUTCString(), NOW, NOW + 100);
    vi.setSystemTime(NOW);
    const known = serverNow();
    noteServerTime(new Date(NOW).toUTCString(), NOW - 20_000, NOW + 20_000);
    noteServerTime(null, NOW, NOW);
    noteServerTime('soon', NOW, NOW);
    expect(serverNow()).toBe(known);
  });
});
