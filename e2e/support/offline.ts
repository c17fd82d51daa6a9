import type { Page } from 'playwright';
import { until } from './until.ts';

/** What is loaded from now on is kept for when there is no network. */
export const installed = (page: Page): Promise<true> =>
  until('the service worker has the page', () =>
    page.evaluate(() => navigator.serviceWorker.controller !== null),
  );

/** Nothing but what the service worker has kept. */
export const goOffline = async (page: Page): Promise<void> => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.clearBrowserCache');
  await page.context().setOffline(true);
};
