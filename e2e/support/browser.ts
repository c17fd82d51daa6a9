import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
  type WebSocket,
} from 'playwright';
import { WAIT_LIMIT_MS } from '#platform/testing/slow.ts';
import type { Credentials } from './api.ts';
import { keepPeerConnections } from './media-stats.ts';
import { outliveNetworkChanges } from './network-changes.ts';
import { rememberPage } from './open-pages.ts';
import { until } from './until.ts';

export const CHROMIUM = process.env.CHROMIUM_BIN ?? '/usr/bin/chromium';
/** The same browser without a desktop, which takes half of the processor time. */
const HEADLESS_SHELL = process.env.CHROMIUM_SHELL_BIN ?? CHROMIUM;

/** The least that the fake camera can do, and enough to see that a picture moves: each frame is encoded, decoded and drawn. */
const FRAMES_PER_SECOND = 5;

export interface BrowserOptions {
  /** With what only a desktop's browser has: notifications, push, permissions. By default where `realPermissions` are wanted. */
  readonly desktop?: boolean;
  /** Those of the context count and can be withdrawn; otherwise everything is allowed, screens as well. */
  readonly realPermissions?: boolean;
  /** Fake ones, beside which there are a fake microphone and speaker; 0: the machine has none of all these. 1 by default. */
  readonly cameras?: number;
  /** Of the fake cameras; 5 by default. */
  readonly framesPerSecond?: number;
  /** What starts the browser in a place of its own. */
  readonly executablePath?: string;
  /** What else the browser is told. */
  readonly switches?: readonly string[];
}

/**
 * A third of the processor time less, measured over the calls of two files: the engine's helper threads and its last tier of
 * optimization cost more than they gain in pages that live for seconds. What a page does is the same.
 */
const SCRIPT_ENGINE = '--js-flags=--single-threaded,--max-opt=2';

/** Debian's Chromium with fake devices, and nothing that would reach out to the network. */
const launchOptions = ({
  realPermissions = false,
  cameras = 1,
  framesPerSecond = FRAMES_PER_SECOND,
  desktop = realPermissions,
  executablePath = desktop ? CHROMIUM : HEADLESS_SHELL,
  switches = [],
}: BrowserOptions) => ({
  executablePath,
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    SCRIPT_ENGINE,
    ...(realPermissions ? [] : ['--use-fake-ui-for-media-stream']),
    ...(cameras > 0
      ? [`--use-fake-device-for-media-stream=device-count=${cameras},fps=${framesPerSecond}`]
      : []),
    ...switches,
  ],
});

export const launchBrowser = (options: BrowserOptions = {}): Promise<Browser> =>
  chromium.launch(launchOptions(options));

export interface PersonOptions {
  readonly url: string;
  readonly locale?: 'en-US' | 'ja-JP';
  /** What an earlier page had in its storage, e.g. that it was signed in. */
  readonly storage?: Storage;
  /** Whether the system asks for less motion; false by default. */
  readonly reducedMotion?: boolean;
  /** False: as in a browser that has none. True by default. */
  readonly serviceWorker?: boolean;
}

export type Storage = Awaited<ReturnType<BrowserContext['storageState']>>;

export const VIEWPORT = { width: 1024, height: 720 };
export const PERMISSIONS = ['camera', 'microphone'];

const contextOptions = ({
  url,
  locale = 'en-US',
  reducedMotion = false,
}: Pick<PersonOptions, 'url' | 'locale' | 'reducedMotion'>): BrowserContextOptions => ({
  baseURL: url,
  locale,
  viewport: VIEWPORT,
  permissions: PERMISSIONS,
  reducedMotion: reducedMotion ? 'reduce' : 'no-preference',
});

const watched = async (context: BrowserContext): Promise<BrowserContext> => {
  context.setDefaultTimeout(WAIT_LIMIT_MS);
  context.on('page', rememberPage);
  context.on('page', outliveNetworkChanges);
  await context.addInitScript(keepPeerConnections);
  return context;
};

/** Another person's browser, as far as the server can tell. */
export const newContext = async (browser: Browser, options: PersonOptions): Promise<BrowserContext> => {
  const { storage, serviceWorker = true } = options;
  const context = await watched(
    await browser.newContext({ ...contextOptions(options), ...(storage && { storageState: storage }) }),
  );
  if (!serviceWorker)
    await context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'));
  return context;
};

/** A page in a context of its own. */
export const openPage = async (browser: Browser, options: PersonOptions): Promise<Page> =>
  (await newContext(browser, options)).newPage();

/** A page of a browser that keeps everything in a folder, and finds it there the next time. */
export const launchProfile = async (
  folder: string,
  options: BrowserOptions & Pick<PersonOptions, 'url'>,
): Promise<Page> => {
  const profile = { ...launchOptions(options), ...contextOptions(options) };
  return (await watched(await chromium.launchPersistentContext(folder, profile))).newPage();
};

/**
 * Does what takes a page to where people can be called, and waits until it can be: when the server has answered on its
 * signalling socket. Who calls someone sooner finds them offline.
 */
export const untilReachable = async (page: Page, open: () => Promise<unknown>): Promise<void> => {
  let isReachable = false;
  const watch = (socket: WebSocket) =>
    socket.once('framereceived', () => {
      isReachable = true;
    });
  page.on('websocket', watch);
  await open();
  await until(`${page.url()} has a session`, () => isReachable);
  page.off('websocket', watch);
};

/** Signs in as people do, by the form. */
export const signIn = async (page: Page, account: Credentials): Promise<void> => {
  await page.goto('/signin');
  await page.getByLabel('E-mail address').fill(account.mail);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).last().click();
  await page.waitForURL('**/user');
};

/** Signs someone in who has agreed to the terms, and can be called from then on. */
export const comeOnline = (page: Page, account: Credentials): Promise<void> =>
  untilReachable(page, () => signIn(page, account));
