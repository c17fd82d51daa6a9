import { type Browser, type BrowserContext, chromium, type Page, type WebSocket } from 'playwright';
import { watchPeerConnections } from './media-stats.ts';
import { rememberPage } from './open-pages.ts';
import type { DemoAccount } from './system.ts';
import { until } from './until.ts';

export const CHROMIUM = process.env.CHROMIUM_BIN ?? '/usr/bin/chromium';

export interface BrowserOptions {
  /** Those of the context count and can be withdrawn; otherwise everything is allowed, screens as well. */
  readonly realPermissions?: boolean;
  /** Fake ones, beside which there are a fake microphone and speaker; 0: the machine has none of all these. 1 by default. */
  readonly cameras?: number;
  /** Chromium itself, or what starts it in a place of its own. */
  readonly executablePath?: string;
  /** What else the browser is told. */
  readonly switches?: readonly string[];
}

/** Debian's Chromium with fake devices, and nothing that would reach out to the network. */
const launchOptions = ({
  realPermissions = false,
  cameras = 1,
  executablePath = CHROMIUM,
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
    ...(realPermissions ? [] : ['--use-fake-ui-for-media-stream']),
    ...(cameras > 0 ? [`--use-fake-device-for-media-stream=device-count=${cameras}`] : []),
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
}

export type Storage = Awaited<ReturnType<BrowserContext['storageState']>>;

const contextOptions = ({ url, locale = 'en-US' }: Pick<PersonOptions, 'url' | 'locale'>) => ({
  baseURL: url,
  locale,
  viewport: { width: 1024, height: 720 },
  permissions: ['camera', 'microphone'],
});

/** A page in a context of its own: another person's browser, as far as the server can tell. */
export const openPage = async (browser: Browser, options: PersonOptions): Promise<Page> => {
  const context: BrowserContext = await browser.newContext({
    ...contextOptions(options),
    ...(options.storage && { storageState: options.storage }),
  });
  context.on('page', rememberPage);
  const page = await context.newPage();
  await watchPeerConnections(page);
  return page;
};

/** A page of a browser that keeps everything in a folder, and finds it there the next time. */
export const launchProfile = async (
  folder: string,
  options: BrowserOptions & Pick<PersonOptions, 'url'>,
): Promise<Page> => {
  const context = await chromium.launchPersistentContext(folder, {
    ...launchOptions(options),
    ...contextOptions(options),
  });
  context.on('page', rememberPage);
  const page = await context.newPage();
  await watchPeerConnections(page);
  return page;
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

export const signIn = async (page: Page, account: Pick<DemoAccount, 'mail' | 'password'>): Promise<void> => {
  await page.goto('/signin');
  await page.getByLabel('E-mail address').fill(account.mail);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).last().click();
  await page.waitForURL('**/user');
};

/** Signs someone in who has agreed to the terms, and can be called from then on. */
export const comeOnline = (page: Page, account: Pick<DemoAccount, 'mail' | 'password'>): Promise<void> =>
  untilReachable(page, () => signIn(page, account));
