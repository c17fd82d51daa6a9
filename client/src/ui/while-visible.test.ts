import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { whileVisible } from './while-visible.ts';

class Page extends EventTarget {
  visibilityState: 'visible' | 'hidden' = 'visible';

  turn(state: 'visible' | 'hidden') {
    this.visibilityState = state;
    this.dispatchEvent(new Event('visibilitychange'));
  }
}

describe('an interval timer', () => {
  let page: Page;
  let ticks: number;
  beforeEach(() => {
    vi.useFakeTimers();
    page = new Page();
    ticks = 0;
    vi.stubGlobal('document', page);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('runs while the page is visible, and until it is ended', () => {
    const end = whileVisible(() => ticks++, 1000);
    vi.advanceTimersByTime(3000);
    expect(ticks).toBe(3);
    end();
    vi.advanceTimersByTime(3000);
    page.turn('visible');
    expect(ticks).toBe(3);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('rests while the page is hidden, and is up to date as soon as it is seen again', () => {
    whileVisible(() => ticks++, 1000);
    page.turn('hidden');
    expect(vi.getTimerCount()).toBe(0);
    vi.advanceTimersByTime(60_000);
    expect(ticks).toBe(0);
    page.turn('visible');
    expect(ticks).toBe(1);
    vi.advanceTimersByTime(1000);
    expect(ticks).toBe(2);
  });

  it('does not begin in a hidden page', () => {
    page.turn('hidden');
    whileVisible(() => ticks++, 1000);
    expect(vi.getTimerCount()).toBe(0);
  });
});

/** What calls need in hidden pages too (they ring, are recorded and are watched over there), and measurements of seconds. */
const NEEDED_IN_HIDDEN_PAGES = [
  // The last note of a tab that has crashed says until when it was there.
  'call/closed-tab-call.ts',
  'call/large-packets.ts',
  'call/link-recovery.ts',
  'call/link-stats.ts',
  'features/self-test/capture-checks.ts',
  'features/self-test/turn-check.ts',
  'media/tones.ts',
  'signal/ticker-worker.ts',
  'signal/ticker.ts',
  // Films go on: they are listened to.
  'stage/recordings/film/player.ts',
];

const sources = Object.entries(
  import.meta.glob<string>(['/client/src/**/*.{ts,tsx}', '!**/*.test.ts'], {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
);
const filesWith = (text: string): string[] =>
  sources
    .filter(([, source]) => source.includes(text))
    .map(([path]) => path.replace('/client/src/', ''))
    .sort();

describe('the application', () => {
  it('has no other interval timers than those that run while the page is visible', () => {
    expect(filesWith('setInterval(')).toEqual([...NEEDED_IN_HIDDEN_PAGES, 'ui/while-visible.ts']);
    expect(filesWith('refetchIntervalInBackground')).toEqual([]);
  });
});
