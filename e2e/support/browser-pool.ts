import type { Browser, BrowserContext, Dialog, Page } from 'playwright';
import { WAIT_LIMIT_MS } from '#platform/testing/slow.ts';
import { type BrowserOptions, launchBrowser, newContext, PERMISSIONS, VIEWPORT } from './browser.ts';
import { ATTEMPT_LIMIT_MS } from './limits.ts';
import { forgetPage, rememberPage } from './open-pages.ts';
import { watchMarks } from './page-marks.ts';

/** All pages of a context in one process, which lives as long as one of them: it keeps the compiled scripts. */
const ONE_PROCESS = '--process-per-site';
/** Of any system: an answer without scripts, of the same origin as the application. */
const EMPTY_PAGE = '/robots.txt';

/** A context and its only page, at the empty page. */
interface Place {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly url: string;
}

interface Shared {
  readonly options: string;
  readonly browser: Browser;
  /** What no test uses now. */
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
  const browser = await launchBrowser({
    ...wanted,
    switches: [...(wanted.switches ?? []), ONE_PROCESS],
  });
  return { options, browser, idle: [] };
};

export interface PageWanted {
  readonly browser: BrowserOptions;
  readonly serviceWorker: boolean;
  readonly url: string;
}

export interface BorrowedPage {
  readonly page: Page;
  /** Leaves all pages of the page's context. */
  giveBack(): Promise<void>;
  /** Closes them, and what the test still does with them fails. */
  close(): Promise<void>;
}

/** Of a page, those to which tests listen. */
const EVENTS = [
  'dialog',
  'download',
  'framenavigated',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
  'websocket',
] as const;

/** Chromium ends requests when a network comes or goes: those of direct-network.e2e.ts do so for all browsers of the machine. */
const NETWORK_CHANGED = 'ERR_NETWORK_CHANGED';

const openEmptyPage = async (context: BrowserContext, limitMs = WAIT_LIMIT_MS): Promise<Page> => {
  const page = await context.newPage();
  const open = () => page.goto(EMPTY_PAGE, { timeout: limitMs });
  await open().catch(async (error: unknown) => {
    if (!String(error).includes(NETWORK_CHANGED)) throw error;
    await open();
  });
  return page;
};

const makePlace = async (
  browser: Browser,
  { serviceWorker, url }: Pick<PageWanted, 'serviceWorker' | 'url'>,
): Promise<Place> => {
  // Drawn on the processor here, movements would take more of it than what is tested.
  const context = await newContext(browser, { url, reducedMotion: true, serviceWorker });
  return { context, page: await openEmptyPage(context), url };
};

/**
 * Lets the page say that it goes, or the server would wait for it: the headless shell closes it without a word.
 *
 * @returns whether it has: one that has crashed, or that a test has cut off, does not
 */
const leavePage = async (page: Page, address: string): Promise<boolean> => {
  const accept = (dialog: Dialog) => void dialog.accept().catch(() => {});
  // Changes that were not saved are asked about.
  page.on('dialog', accept);
  try {
    await page.goto(address, { timeout: ATTEMPT_LIMIT_MS });
    return true;
  } catch {
    return false;
  } finally {
    page.off('dialog', accept);
  }
};

const closePage = async (page: Page): Promise<void> => {
  if (page.isClosed()) return;
  // Chromium forgets to close a page whose address does not answer, while it shows that.
  await leavePage(page, 'about:blank');
  await page.close();
};

/** `setStorageState` would empty the HTTP cache too, and every page would load and compile from nothing. */
const forgetEverything = async (page: Page, url: string): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin: url, storageTypes: 'all' });
  await session.send('Page.resetNavigationHistory');
  await session.detach();
  await page.evaluate(() => {
    sessionStorage.clear();
    window.name = '';
  });
};

/** As a new page is, at the empty page. */
const renewPage = async (page: Page): Promise<void> => {
  for (const event of EVENTS) page.removeAllListeners(event);
  await page.unrouteAll();
  await page.setViewportSize(VIEWPORT);
  await page.mouse.move(0, 0);
};

/**
 * The page of a place for the next test: the same, or where a test has changed it for good, another in the same process.
 * Undefined where nothing answers any more: the test has ended what stood there.
 */
const nextPage = async ({ context, page }: Place, isChanged: boolean): Promise<Page | undefined> => {
  if (isChanged || page.isClosed()) {
    const next = await openEmptyPage(context, ATTEMPT_LIMIT_MS).catch(() => undefined);
    await closePage(page);
    return next;
  }
  if (!(await leavePage(page, EMPTY_PAGE))) return undefined;
  await renewPage(page);
  return page;
};

/**
 * A page in a context of its own, without storage of earlier tests. Only the caches of answers and of compiled scripts
 * remain. It is at an empty page of the address.
 */
export const borrowPage = async ({
  browser: wanted,
  serviceWorker,
  url,
}: PageWanted): Promise<BorrowedPage> => {
  const pool = await sharedBrowser(wanted);
  const used = serviceWorker ? undefined : pool.idle.find((place) => place.url === url);
  pool.idle = pool.idle.filter((place) => place !== used);
  const place = used ?? (await makePlace(pool.browser, { serviceWorker, url }));
  const { context, page } = place;
  await context.grantPermissions(PERMISSIONS);
  if (used) await forgetEverything(page, url);
  rememberPage(page);
  const marks = watchMarks(page, context);
  return {
    page,
    async giveBack() {
      marks.end();
      if (!pool.browser.isConnected()) return;
      await context.setOffline(false);
      await Promise.all(context.pages().flatMap((opened) => (opened === page ? [] : [closePage(opened)])));
      await context.unrouteAll();
      const changed = marks.read();
      // A service worker would answer the next test, with what it has kept of this one.
      const next = serviceWorker || changed.context ? undefined : await nextPage(place, changed.page);
      if (!next) {
        await Promise.all(context.pages().map(closePage));
        await context.close();
        return;
      }
      forgetPage(next);
      await context.clearPermissions();
      pool.idle = [...pool.idle, { context, page: next, url }];
    },
    async close() {
      marks.end();
      await Promise.all(context.pages().map(closePage));
      await context.close();
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
