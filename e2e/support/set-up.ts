import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject } from 'vitest';
import { TOKENS_KEY } from '#client/api/create-token-store.ts';
import type { TokenPair } from '#client/api/tokens.ts';
import { createTestDatabase } from '#scripts/test-database.ts';
import { obtainTokens } from './api.ts';
import { type BrowserOptions, untilReachable } from './browser.ts';
import { type BorrowedPage, borrowPage, keepContextsOf } from './browser-pool.ts';
import { leaveCall } from './calls.ts';
import { type Extra, guestLinkToken, joinAsExtra } from './crowd.ts';
import { drawFilm } from './drawn-film.ts';
import { type LogMark, markLog, saveEvidence } from './evidence.ts';
import { newCustomer } from './new-customer.ts';
import { textsNotLoaded } from './open-pages.ts';
import { enterAsPeer, type Peer } from './peer.ts';
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
  /** The same where nothing of the application is loaded yet: for tests that go elsewhere first. */
  signedIn(name: string, url?: string): Promise<Page>;
  /** One of the system's people without a browser, for the other side of a 1-to-1 call; leaves after the test. */
  peer(name: string): Promise<Peer>;
  /** A guest in the demo group's call without a browser, who is seen and heard; leaves after the test. `page` draws the picture. */
  extra(page: Page, name: string): Promise<Extra>;
  /** All pages of the test that runs. */
  readonly pages: readonly Page[];
}

export interface PeopleOptions {
  /** Done with each page before anything is loaded. */
  readonly prepare?: (page: Page) => Promise<unknown>;
  readonly browser?: BrowserOptions;
  /** With the application's service worker; false by default. */
  readonly serviceWorker?: boolean;
  /** A customer for each test, where tests change what others read; false by default: one for the file. */
  readonly customerPerTest?: boolean;
}

/** People of a new customer, in the system that all files share. */
export const setUpPeople = (options: PeopleOptions = {}): People => {
  let system: System;
  const beforeTests = options.customerPerTest ? beforeEach : beforeAll;
  beforeTests(async () => {
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
  let customer: System | undefined;
  let databaseUrl = '';
  const ends = new AsyncDisposableStack();
  beforeAll(async () => {
    const database = await createTestDatabase();
    ends.defer(() => database.drop());
    databaseUrl = database.url;
    system = await startSystem({ databaseUrl: database.url, ...(await start()) });
    ends.defer(system.stop);
  });
  if (options.customerPerTest) {
    beforeEach(async () => {
      customer = system && (await newCustomer({ port: system.port, databaseUrl }));
    });
  }
  afterAll(() => ends.disposeAsync());
  return setUpPages(
    () => {
      if (!system) throw new Error('The system has not been started yet');
      return { ...system, ...customer };
    },
    () => system?.logFile,
    options,
  );
};

/** As small as a picture may be, and as many frames as the fake camera has. */
const FILM = { width: 160, height: 90, hue: 200, framesPerSecond: 5 };

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
  const peers: Peer[] = [];
  const extras: Extra[] = [];
  let mark: LogMark | undefined;

  beforeEach(async ({ signal }) => {
    enterTest(signal);
    const file = logFile();
    mark = file === undefined ? undefined : await markLog(file);
  });
  afterEach(async ({ task, signal }) => {
    leaveTest();
    if (task.result?.state === 'fail' && !task.fails) {
      task.meta.screens = await saveEvidence(task.file.name, task.fullTestName, mark);
    }
    const notLoaded = textsNotLoaded();
    const used = borrowed;
    borrowed = [];
    for (const peer of peers.splice(0)) peer.close();
    for (const extra of extras.splice(0)) extra.leave();
    await Promise.all(
      used.map(async ({ page, giveBack, close }) => {
        // Its body still runs: what it does next must fail.
        if (signal.aborted) return close();
        await leaveCall(page);
        await giveBack();
      }),
    );
    expect(notLoaded).toEqual([]);
  });
  afterAll(() => keepContextsOf(`http://localhost:${inject('sharedSystem').port}`));

  const openPage = async (url: string): Promise<Page> => {
    const one = await borrowPage({ browser, serviceWorker, url });
    borrowed.push(one);
    await prepare(one.page);
    return one.page;
  };

  const signedIn = async (name: string, url = system().url): Promise<Page> => {
    const [page, tokens] = await Promise.all([
      openPage(url),
      obtainTokens(system().url, system().account(name)),
    ]);
    await signInWith(page, tokens);
    return page;
  };

  return {
    get system() {
      return system();
    },
    get pages() {
      return borrowed.map(({ page }) => page);
    },
    stranger: (url = system().url) => openPage(url),
    peer: async (name) => {
      const entered = await enterAsPeer(system(), name);
      peers.push(entered);
      return entered;
    },
    extra: async (page, name) => {
      const [film, token] = await Promise.all([drawFilm(page, FILM), guestLinkToken(system())]);
      const joined = await joinAsExtra(system(), token, name, film);
      extras.push(joined);
      return joined;
    },
    signedIn,
    person: async (name, url) => {
      const page = await signedIn(name, url);
      await untilReachable(page, () => page.goto('/user'));
      return page;
    },
  };
};
