import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { launchBrowser, openPage, signIn } from './browser.ts';
import { type System, type SystemOptions, startSystem } from './system.ts';

export interface People {
  readonly system: System;
  /** A page of a browser of its own, nobody signed in; closed after the test. `url`: the system's by default. */
  stranger(url?: string): Promise<Page>;
  /** A demo account's page, signed in. */
  person(name: string, url?: string): Promise<Page>;
  /** All pages of the test that runs. */
  readonly pages: readonly Page[];
}

/** One system and one browser for a file of tests. `options` is asked when the tests begin. */
export const setUpPeople = (
  options: () => SystemOptions | Promise<SystemOptions>,
  prepare: (page: Page) => Promise<unknown> = async () => {},
): People => {
  let system: System;
  let browser: Browser;
  let pages: Page[] = [];

  beforeAll(async () => {
    system = await startSystem(await options());
    browser = await launchBrowser();
  });
  afterEach(async () => {
    await Promise.all(pages.map((page) => page.context().close()));
    pages = [];
  });
  afterAll(async () => {
    // Either may be missing where the set-up failed half way.
    await browser?.close();
    await system?.stop();
  });

  const stranger = async (url: string = system.url): Promise<Page> => {
    const page = await openPage(browser, { url });
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
    stranger,
    person: async (name, url) => {
      const page = await stranger(url);
      await signIn(page, system.account(name));
      return page;
    },
  };
};
