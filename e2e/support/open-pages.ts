import type { Page } from 'playwright';

declare module 'vitest' {
  interface TaskMeta {
    /** Of a test that failed: what its pages showed. scripts/test.ts prints it at the end. */
    screens?: string;
  }
}

/** Of a page, from the end of its console. */
const CONSOLE_LINES = 8;
const SCREEN_LINES = 40;
const SNAPSHOT_LIMIT_MS = 3_000;

const consoles = new Map<Page, string[]>();

/** From now on, until it is closed, the page is among those that a failing test tells of. */
export const rememberPage = (page: Page): void => {
  const lines: string[] = [];
  consoles.set(page, lines);
  page.on('console', (message) => {
    if (['warning', 'error'].includes(message.type())) lines.push(message.text());
  });
  page.on('pageerror', (error) => lines.push(String(error)));
  page.once('close', () => consoles.delete(page));
};

const describe = async (page: Page, lines: readonly string[]): Promise<string> => {
  // A page that hangs or has crashed says that much.
  const screen = await page
    .locator('body')
    .ariaSnapshot({ timeout: SNAPSHOT_LIMIT_MS })
    .catch((error: Error) => error.message);
  return [page.url(), ...screen.split('\n').slice(0, SCREEN_LINES), ...lines.slice(-CONSOLE_LINES)].join(
    '\n  ',
  );
};

/** What every open page shows, for anyone who reads of a failure on a machine that is not theirs. */
export const describeOpenPages = async (): Promise<string> =>
  (await Promise.all([...consoles].map(([page, lines]) => describe(page, lines)))).join('\n');
