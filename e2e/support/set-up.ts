import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll } from 'vitest';
import {
  type BrowserOptions,
  comeOnline,
  launchBrowser,
  openPage,
  type Storage,
  untilReachable,
} from './browser.ts';
import { describeOpenPages } from './open-pages.ts';
import { type System, type SystemOptions, startSystem } from './system.ts';

export interface People {
  readonly system: System;
  /** A page of a browser of its own, no one signed in; closed after the test. `url`: the system's by default. */
  stranger(url?: string): Promise<Page>;
  /** A demo account's page, signed in. */
  person(name: string, url?: string): Promise<Page>;
  /** All pages of the test that runs. */
  readonly pages: readonly Page[];
}

const LEAVE_LIMIT_MS = 3_000;

/**
 * A tab that is closed looks like one that is reloaded: the others wait for it, and the next test would meet it. A page
 * that has crashed, or that asks about a recording, is closed as it is.
 */
const leaveCall = async (page: Page): Promise<void> => {
  const end = page.locator('[data-testid=leave], [data-testid=hang-up]').first();
  try {
    if ((await end.count()) === 0) return;
    // Not a real click: the controls of a call that no one touches are hidden.
    await end.dispatchEvent('click', {}, { timeout: LEAVE_LIMIT_MS });
    await end.waitFor({ state: 'detached', timeout: LEAVE_LIMIT_MS });
  } catch {
    // The test itself says what has gone wrong.
  }
};

/**
 * One system and one browser for a file of tests. `options` is asked when the tests begin.
 *
 * @param staySignedIn each person signs in once for the whole file; not for tests that sign out
 * @param browserOptions of `launchBrowser`
 */
export const setUpPeople = (
  options: () => SystemOptions | Promise<SystemOptions>,
  prepare: (page: Page) => Promise<unknown> = async () => {},
  { staySignedIn = false, ...browserOptions }: { readonly staySignedIn?: boolean } & BrowserOptions = {},
): People => {
  const signedIn = new Map<string, Storage>();
  let system: System;
  let browser: Browser;
  let pages: Page[] = [];

  beforeAll(async () => {
    system = await startSystem(await options());
    browser = await launchBrowser(browserOptions);
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') task.meta.screens = await describeOpenPages();
    await Promise.all(
      pages.map(async (page) => {
        await leaveCall(page);
        await page.context().close();
      }),
    );
    pages = [];
  });
  afterAll(async () => {
    // Either may be missing where the set-up failed half way.
    await browser?.close();
    await system?.stop();
  });

  const stranger = async (url: string = system.url, storage?: Storage): Promise<Page> => {
    const page = await openPage(browser, { url, ...(storage && { storage }) });
    await prepare(page);
    pages.push(page);
    return page;
  };

  return {
    get system() {
      return system;
    },
    get pages() {
      return pages;
    },
    stranger: (url) => stranger(url),
    person: async (name, url = system.url) => {
      const key = `${name} ${url}`;
      const page = await stranger(url, signedIn.get(key));
      if (signedIn.has(key)) {
        await untilReachable(page, () => page.goto('/user'));
        return page;
      }
      await comeOnline(page, system.account(name));
      if (staySignedIn) signedIn.set(key, await page.context().storageState());
      return page;
    },
  };
};
