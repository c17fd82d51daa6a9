import type { Page } from 'playwright';
import { until } from './until.ts';

/** What is loaded from now on is kept for when there is no network. */
export const installed = (page: Page): Promise<true> =>
  until('the service worker has the page', () =>
    page.evaluate(() => navigator.serviceWorker.controller !== null),
  );

/** The service worker has all scripts and styles that the page has loaded. */
export const kept = (page: Page): Promise<true> =>
  until('the service worker has kept what the page has loaded', () =>
    page.evaluate(async () => {
      const loaded = performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .filter((url) => new URL(url).pathname.startsWith('/assets/'));
      const found = await Promise.all(loaded.map((url) => caches.match(url)));
      return found.every((response) => response !== undefined);
    }),
  );

/** Nothing but what the service worker has kept. */
export const goOffline = async (page: Page): Promise<void> => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.clearBrowserCache');
  await page.context().setOffline(true);
};
