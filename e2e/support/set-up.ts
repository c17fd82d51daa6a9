import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest';
import { TOKENS_KEY } from '#client/api/create-token-store.ts';
import type { TokenPair } from '#client/api/tokens.ts';
import { createTestDatabase } from '#scripts/test-database.ts';
import { obtainTokens } from './api.ts';
import { type BrowserOptions, untilReachable } from './browser.ts';
import { type BorrowedPage, borrowPage, keepContextsOf } from './browser-pool.ts';
import { type LogMark, markLog, saveEvidence } from './evidence.ts';
import { newCustomer } from './new-customer.ts';
import { logFileOf, SHARED_SYSTEM } from './results.ts';
import { enterTest, leaveTest } from './running-test.ts';
import { type OwnSystem, type SystemOptions, startSystem } from './start-system.ts';
import type { System } from './system.ts';

export interface People<Systems extends System = System> {
  readonly system: Systems;
  /** A page of a browser of its own, no one signed in; closed after the test. `url`: the system's by default. */
  stranger(url?: string): Promise<Page>;
  /** A page of one of the system's people, signed in and at home. */
  person(name: string, url?: string): Promise<Page>;
  /** All pages of the test that runs. */
  readonly pages: readonly Page[];
}

export interface PeopleOptions {
  /** Done with each page before anything is loaded. */
  readonly prepare?: (page: Page) => Promise<unknown>;
  readonly browser?: BrowserOptions;
  /** With the application's service worker; false by default. */
  readonly serviceWorker?: boolean;
}

const LEAVE_LIMIT_MS = 10_000;

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

/** People of a customer of the file's own, in the system that all files share. */
export const setUpPeople = (options: PeopleOptions = {}): People => {
  let system: System;
  beforeAll(async () => {
    system = await newCustomer();
  });
  return setUpPages(
    () => system,
    () => logFileOf(SHARED_SYSTEM),
    options,
  );
};

/**
 * People in a system of the file's own: one with other settings, or one that the tests stop, or break.
 *
 * @param start asked when the tests begin
 */
export const setUpSystem = (
  start: () => SystemOptions | Promise<SystemOptions>,
  options: PeopleOptions = {},
): People<OwnSystem> => {
  let system: OwnSystem | undefined;
  const ends = new AsyncDisposableStack();
  beforeAll(async () => {
    const database = await createTestDatabase();
    ends.defer(() => database.drop());
    system = await startSystem({ databaseUrl: database.url, ...(await start()) });
    ends.defer(system.stop);
  });
  afterAll(() => ends.disposeAsync());
  return setUpPages(
    () => {
      if (!system) throw new Error('The system has not been started yet');
      return system;
    },
    () => system?.logFile,
    options,
  );
};

/** @param page at the address whose documents shall be signed in */
const signInWith = (page: Page, tokens: TokenPair) =>
  page.evaluate(([key, value]) => localStorage.setItem(key, value), [
    TOKENS_KEY,
    JSON.stringify(tokens),
  ] as const);

const setUpPages = <Systems extends System>(
  system: () => Systems,
  logFile: () => string | undefined,
  { prepare = async () => {}, browser = {}, serviceWorker = false }: PeopleOptions,
): People<Systems> => {
  let borrowed: BorrowedPage[] = [];
  let mark: LogMark | undefined;

  beforeEach(async ({ signal }) => {
    enterTest(signal);
    const file = logFile();
    mark = file === undefined ? undefined : await markLog(file);
  });
  afterEach(async ({ task, signal }) => {
    leaveTest();
    if (task.result?.state === 'fail') {
      task.meta.screens = await saveEvidence(task.file.name, task.fullTestName, mark);
    }
    const used = borrowed;
    borrowed = [];
    await Promise.all(
      used.map(async ({ page, giveBack, close }) => {
        // Its body still runs: what it does next must fail.
        if (signal.aborted) return close();
        await leaveCall(page);
        await giveBack();
      }),
    );
  });
  afterAll(() => keepContextsOf(`http://localhost:${inject('sharedSystem').port}`));

  const openPage = async (url: string): Promise<Page> => {
    const one = await borrowPage({ browser, serviceWorker, url });
    borrowed.push(one);
    await prepare(one.page);
    return one.page;
  };

  return {
    get system() {
      return system();
    },
    get pages() {
      return borrowed.map(({ page }) => page);
    },
    stranger: (url = system().url) => openPage(url),
    person: async (name, url = system().url) => {
      const [page, tokens] = await Promise.all([
        openPage(url),
        obtainTokens(system().url, system().account(name)),
      ]);
      await signInWith(page, tokens);
      await untilReachable(page, () => page.goto('/user'));
      return page;
    },
  };
};
