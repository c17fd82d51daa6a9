import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { watchPeerConnections } from './media-stats.ts';
import type { DemoAccount } from './system.ts';

const CHROMIUM = process.env.CHROMIUM_BIN ?? '/usr/bin/chromium';

/** Debian's Chromium with a fake camera and microphone, and nothing that would reach out to the network. */
export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: CHROMIUM,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
    ],
  });

export interface PersonOptions {
  readonly url: string;
  readonly locale?: 'en-US' | 'ja-JP';
}

/** A page in a context of its own: another person's browser, as far as the server can tell. */
export const openPage = async (browser: Browser, options: PersonOptions): Promise<Page> => {
  const context: BrowserContext = await browser.newContext({
    baseURL: options.url,
    locale: options.locale ?? 'en-US',
    viewport: { width: 1024, height: 720 },
    permissions: ['camera', 'microphone'],
  });
  const page = await context.newPage();
  await watchPeerConnections(page);
  return page;
};

export const signIn = async (page: Page, account: Pick<DemoAccount, 'mail' | 'password'>): Promise<void> => {
  await page.goto('/signin');
  await page.getByLabel('E-mail address').fill(account.mail);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).last().click();
  await page.waitForURL('**/user');
};
