import type { Browser, BrowserContext, Page } from 'playwright';
import { type BrowserOptions, launchBrowser, newContext, PERMISSIONS } from './browser.ts';

/** A context, and what it was made for. */
interface Place {
  readonly context: BrowserContext;
  readonly url: string;
}

interface Shared {
  readonly options: string;
  readonly browser: Browser;
  /** Contexts that no test uses now. */
  idle: readonly Place[];
}

/**
 * The browser of this process, which all of its files of tests use that want the same one: to start it, and to load the
 * application into an empty cache, takes longer than most tests.
 */
let shared: Promise<Shared> | undefined;

const sharedBrowser = (wanted: BrowserOptions): Promise<Shared> => {
  // Stored at once: two pages that are opened together share the browser.
  shared = replaceUnlessSame(shared, wanted);
  return shared;
};

const replaceUnlessSame = async (
  before: Promise<Shared> | undefined,
  wanted: BrowserOptions,
): Promise<Shared> => {
  const options = JSON.stringify(wanted);
  const last = await before?.catch(() => undefined);
  if (last?.options === options && last.browser.isConnected()) return last;
  await last?.browser.close();
  return { options, browser: await launchBrowser(wanted), idle: [] };
};

export interface PageWanted {
  readonly browser: BrowserOptions;
  readonly serviceWorker: boolean;
  readonly url: string;
}

export interface BorrowedPage {
  readonly page: Page;
  /** Closes all pages of the page's context. */
  giveBack(): Promise<void>;
}

const UNLOAD_LIMIT_MS = 3_000;

/** Lets the page say that it goes, or the server would wait for it: the headless shell closes it without a word. */
const closePage = async (page: Page): Promise<void> => {
  // Changes that were not saved are asked about.
  page.on('dialog', (asked) => void asked.accept().catch(() => {}));
  // One that has crashed, or that a test has cut off, is closed as it is.
  await page.goto('about:blank', { timeout: UNLOAD_LIMIT_MS }).catch(() => {});
  await page.close();
};

/** `setStorageState` would empty the HTTP cache too, and every page would load and compile from nothing. */
const forgetEverything = async (page: Page, url: string): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin: url, storageTypes: 'all' });
  await session.detach();
};

/**
 * A page in a context of its own, without storage of earlier tests. Only the caches of answers and of compiled scripts
 * remain.
 */
export const borrowPage = async ({
  browser: wanted,
  serviceWorker,
  url,
}: PageWanted): Promise<BorrowedPage> => {
  const pool = await sharedBrowser(wanted);
  const used = serviceWorker ? undefined : pool.idle.find((place) => place.url === url);
  pool.idle = pool.idle.filter((place) => place !== used);
  // Drawn on the processor here, movements would take more of it than what is tested.
  const context =
    used?.context ?? (await newContext(pool.browser, { url, reducedMotion: true, serviceWorker }));
  await context.grantPermissions(PERMISSIONS);
  const page = await context.newPage();
  if (used) await forgetEverything(page, url);
  return {
    page,
    async giveBack() {
      if (!pool.browser.isConnected()) return;
      await context.setOffline(false);
      await Promise.all(context.pages().map(closePage));
      await context.unrouteAll();
      await context.clearPermissions();
      // A service worker would answer the next test, with what it has kept of this one.
      if (serviceWorker) await context.close();
      else pool.idle = [...pool.idle, { context, url }];
    },
  };
};

/** What answered at other addresses has ended: no test will ask for contexts of those. */
export const keepContextsOf = async (url: string): Promise<void> => {
  const pool = await shared;
  if (!pool) return;
  const gone = pool.idle.filter((place) => place.url !== url);
  pool.idle = pool.idle.filter((place) => place.url === url);
  await Promise.all(gone.map(({ context }) => context.close()));
};
