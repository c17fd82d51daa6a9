import type { Page } from 'playwright';
import { ATTEMPT_LIMIT_MS } from './limits.ts';
import { mediaOf } from './media-of.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** Of a test that failed: what its pages showed. scripts/test.ts prints it at the end. */
    screens?: string;
  }
}

/** Of a page's console: kept, and shown in the report. */
const KEPT_LINES = 500;
const CONSOLE_LINES = 8;
const SCREEN_LINES = 100;

const consoles = new Map<Page, string[]>();

const listening = new WeakSet<Page>();

/** From now on, until it is closed, the page is among those that a failing test tells of. */
export const rememberPage = (page: Page): void => {
  consoles.set(page, []);
  if (listening.has(page)) return;
  listening.add(page);
  const note = (line: string) => {
    const lines = consoles.get(page);
    lines?.push(line);
    if (lines && lines.length > KEPT_LINES) lines.shift();
  };
  page.on('console', (message) => {
    if (['warning', 'error'].includes(message.type())) note(message.text());
  });
  page.on('pageerror', (error) => note(String(error)));
  page.once('close', () => consoles.delete(page));
};

/** What the consoles of open pages say of texts that were shown and not loaded: people would read an id. */
export const textsNotLoaded = (): readonly string[] =>
  [...consoles.values()].flat().filter((line) => line.startsWith('Uncompiled message'));

/** No test uses it now. */
export const forgetPage = (page: Page): void => void consoles.delete(page);

const within = <T>(work: Promise<T>): Promise<T> =>
  Promise.race([
    work,
    new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error('The page does not answer')), ATTEMPT_LIMIT_MS).unref();
    }),
  ]);

const describe = async (page: Page, lines: readonly string[]): Promise<string> => {
  // A page that hangs or has crashed says that much.
  const screen = await page
    .locator('body')
    .ariaSnapshot({ timeout: ATTEMPT_LIMIT_MS })
    .catch((error: Error) => error.message);
  const media = await within(mediaOf(page)).catch((error: Error) => [error.message]);
  return [
    page.url(),
    ...screen.split('\n').slice(0, SCREEN_LINES),
    ...media,
    ...lines.slice(-CONSOLE_LINES),
  ].join('\n  ');
};

/** What every open page shows, for anyone who reads of a failure on a machine that is not theirs. */
export const describeOpenPages = async (): Promise<string> =>
  (await Promise.all([...consoles].map(([page, lines]) => describe(page, lines)))).join('\n');

export interface PageRecord {
  /** Its address. */
  readonly page: string;
  readonly text: string;
  /** PNG; undefined if the page cannot be drawn any more. */
  readonly screenshot: Buffer | undefined;
}

/** What every open page shows, drawn and with its whole console. */
export const recordOpenPages = (): Promise<PageRecord[]> =>
  Promise.all(
    [...consoles].map(async ([page, lines]) => ({
      page: page.url(),
      text: lines.join('\n'),
      screenshot: await page.screenshot({ timeout: ATTEMPT_LIMIT_MS }).catch(() => undefined),
    })),
  );
