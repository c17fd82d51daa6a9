import type { Locator, Page } from 'playwright';

declare global {
  interface Window {
    __speed: {
      lcpMs: number;
      /** What was done when, by name. */
      readonly acts: { readonly name: string; readonly at: number }[];
      readonly events: { readonly at: number; readonly ms: number }[];
    };
  }
}

/** Event Timing tells of nothing shorter than this, and rounds to 8 ms. */
const SHORTEST_MS = 16;

/** Follows how soon the page shows something, and answers people. Runs before its own code. */
export const watchSpeed = (page: Page): Promise<unknown> =>
  page.addInitScript((shortestMs) => {
    window.__speed = { lcpMs: 0, acts: [], events: [] };
    new PerformanceObserver((list) => {
      for (const { startTime } of list.getEntries()) window.__speed.lcpMs = startTime;
    }).observe({ type: 'largest-contentful-paint', buffered: true });
    // Not in TypeScript's DOM types (W3C Event Timing, 3.3).
    const eventTimings: PerformanceObserverInit & { readonly durationThreshold: number } = {
      type: 'event',
      durationThreshold: shortestMs,
      buffered: true,
    };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as PerformanceEventTiming[]) {
        // Moving the pointer is no interaction.
        if (entry.interactionId) window.__speed.events.push({ at: entry.startTime, ms: entry.duration });
      }
    }).observe(eventTimings);
  }, SHORTEST_MS);

/** Until what has happened is on the screen, and was told to anyone who observes it. */
const painted = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)));
      }),
  );

/** Largest Contentful Paint, in milliseconds; it stands from the first interaction on. */
export const largestPaintMs = async (page: Page): Promise<number> => {
  await painted(page);
  // Told when it has been on the screen, which a busy browser notes later.
  await page.waitForFunction(() => window.__speed.lcpMs > 0);
  return Math.round(await page.evaluate(() => window.__speed.lcpMs));
};

/** So often in a row the page had nothing to do. */
const IDLE_TIMES = 5;
/** A page that is never idle is pressed all the same. */
const IDLE_MS = 1_000;

/** No one is quicker than this: what was done before has come to rest, and what pointing at a button has begun is there. */
export const atRest = (page: Page): Promise<void> =>
  page.evaluate(
    async ([times, longestMs]) => {
      const until = performance.now() + longestMs;
      for (let idle = 0; idle < times && performance.now() < until; ) {
        const timeout = until - performance.now();
        const { didTimeout } = await new Promise<IdleDeadline>((resolve) =>
          requestIdleCallback(resolve, { timeout }),
        );
        idle = didTimeout ? 0 : idle + 1;
      }
    },
    [IDLE_TIMES, IDLE_MS] as const,
  );

/** Presses a button as a person does with a mouse, who comes to it first. */
export const press = async (page: Page, name: string, button: Locator): Promise<void> => {
  await button.hover();
  await act(page, name, () => button.click());
};

/** Does what a person does, so that `interactions` knows it by name. */
export const act = async (page: Page, name: string, what: () => Promise<unknown>): Promise<void> => {
  await atRest(page);
  await page.evaluate((done) => window.__speed.acts.push({ name: done, at: performance.now() }), name);
  await what();
  await painted(page);
};

/** How long each took until the page had shown the answer: of several by a name the longest, in milliseconds. */
export const interactions = (page: Page): Promise<Readonly<Record<string, number>>> =>
  page.evaluate((shortestMs) => {
    const { acts, events } = window.__speed;
    const longest: Record<string, number> = Object.fromEntries(acts.map(({ name }) => [name, shortestMs]));
    for (const { at, ms } of events) {
      const name = acts.findLast((done) => done.at <= at)?.name;
      if (name !== undefined) longest[name] = Math.max(longest[name] ?? 0, ms);
    }
    return longest;
  }, SHORTEST_MS);

/** What the page has loaded of JavaScript, in thousands of bytes, gzip. */
export const scriptKb = async (page: Page): Promise<number> => {
  const urls = await page.evaluate(() => [
    ...new Set(
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .filter((name) => new URL(name).pathname.endsWith('.js')),
    ),
  ]);
  let bytes = 0;
  for (const url of urls) {
    const answer = await fetch(url, { method: 'HEAD', headers: { 'accept-encoding': 'gzip' } });
    bytes += Number(answer.headers.get('content-length'));
  }
  return bytes / 1000;
};
