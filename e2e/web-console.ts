import { createServer } from 'node:http';
import type { Page } from 'playwright';
import { TOKENS_KEY } from '#client/api/create-token-store.ts';
import type { CustomerId } from '#protocol/ids.ts';
import { openDatabase } from '#server/db/database.ts';
import { obtainTokens } from './support/api.ts';
import { launchBrowser, openPage } from './support/browser.ts';
import { type Answer, watchAnswers } from './support/console-measures.ts';
import { workInConsole } from './support/console-work.ts';
import { type MemoryAfter, turnPages } from './support/page-memory.ts';
import { atRest, interactions, press, watchSpeed } from './support/page-speed.ts';
import { watchPaints } from './support/paint-timer.ts';
import { freePort } from './support/ports.ts';
import { startSystem } from './support/start-system.ts';

/**
 * `CONSOLE_DATABASE=… CONSOLE_CUSTOMER=… node e2e/web-console.ts [rounds]`: how soon the console shows what a manager of
 * that customer asks for, how soon it answers, and what it holds after 200 pages, as JSON. The database is filled
 * already. Run by `npm run bench -- console`.
 */
const ROUNDS = Number(process.argv[2] ?? 5);
const { CONSOLE_DATABASE: databaseUrl, CONSOLE_CUSTOMER: customer } = process.env;
if (!databaseUrl || !customer) throw new Error('CONSOLE_DATABASE and CONSOLE_CUSTOMER are not set');
const SCREEN = { width: 1280, height: 800 };
const YEAR_DAYS = 365;
const TURNS = 8;

interface Interaction {
  readonly kind: 'interaction';
  readonly page: 'console' | 'bare';
  readonly load: string;
  readonly round: number;
  readonly ms: number;
}

const found: (Answer | Interaction | MemoryAfter)[] = [];
const system = await startSystem({ name: 'web-console', databaseUrl });
const browser = await launchBrowser();

/** The manager of the demo data manages the customer with most of the rows, and no other. */
async function manageOnly(mail: string, id: CustomerId): Promise<void> {
  await using db = openDatabase({ url: databaseUrl ?? '' });
  const user = db.selectFrom('users').select('id').where('mail', '=', mail);
  await db.updateTable('customer_managers').set({ customer_id: id }).where('user_id', 'in', user).execute();
}

/** The console's home in a browser that has never been here. */
async function openConsole(): Promise<Page> {
  const tokens = await obtainTokens(system.url, system.account('manager'));
  const storage = {
    cookies: [],
    origins: [{ origin: system.url, localStorage: [{ name: TOKENS_KEY, value: JSON.stringify(tokens) }] }],
  };
  const page = await openPage(browser, { url: system.url, storage });
  await page.setViewportSize(SCREEN);
  await watchPaints(page);
  await watchSpeed(page);
  await page.goto('/manager');
  await link(page, 'Users').waitFor();
  await atRest(page);
  return page;
}
const link = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

const LISTS = [
  {
    name: 'users',
    link: 'Users',
    search: 'Search users',
    words: ['lovelace', '花子', '12345', 'user 4'],
    sorts: ['E-mail address', 'Name'],
  },
  {
    name: 'devices',
    link: 'Devices',
    search: 'Search devices',
    words: ['S012', '99', 'S0777', '50'],
    sorts: ['Serial number', 'Registered'],
  },
  {
    name: 'connections',
    link: 'Calls',
    search: 'Search names',
    words: ['ada', '鈴木', 'user 70', '花子 123'],
    sorts: ['Started', 'Duration'],
  },
] as const;

async function measureLists(round: number): Promise<void> {
  const page = await openConsole();
  const { settled, measure, measureRows } = watchAnswers(page);
  const add = (answer: Answer) => found.push(answer);
  for (let index = 0; index < LISTS.length; index++) {
    const list = LISTS[(round + index) % LISTS.length];
    if (!list) continue;
    const path = `/manager/${list.name}`;
    const shown = { kind: 'rows', path, otherThan: null } as const;
    add(await measure(`first rows: ${list.name}`, () => link(page, list.link).click(), shown));
    for (let turn = 0; turn < TURNS; turn++)
      add(await measureRows(`page turn, at once: ${list.name}`, () => button(page, 'Next page').click()));
    for (let turn = 0; turn < TURNS; turn++) {
      await settled();
      add(
        await measureRows(`page turn, after a look: ${list.name}`, () => button(page, 'Next page').click()),
      );
    }
    const search = page.getByRole('searchbox', { name: list.search });
    for (const word of list.words) {
      add(await measureRows(`search: ${list.name}`, () => search.fill(word), 'search'));
    }
    await search.fill('');
    await settled();
    for (const column of list.sorts) {
      const heading = page.getByRole('columnheader', { name: column }).getByRole('button');
      for (let time = 0; time < 2; time++) {
        // The first row of any order is another one than that of a second page.
        await measureRows('to the second page', () => button(page, 'Next page').click());
        await settled();
        add(await measureRows(`sort: ${list.name}`, () => heading.click()));
      }
    }
    await link(page, 'Overview').click();
    await page.waitForURL('**/manager');
    await settled();
  }
  await link(page, 'Statistics').click();
  await page.getByRole('figure').waitFor();
  await settled();
  const lines = { kind: 'lines', path: '/manager/statics', count: YEAR_DAYS } as const;
  const year = () => page.getByLabel('Period', { exact: true }).selectOption(String(YEAR_DAYS));
  add(await measure('a year by day', year, lines));
  await page.context().close();
}

async function measureInteractions(round: number, bareUrl: string): Promise<void> {
  const bare = await openPage(browser, { url: system.url });
  await watchSpeed(bare);
  await bare.goto(bareUrl);
  for (const name of ['press', 'press again']) await press(bare, name, bare.getByRole('button'));
  const ofBare = Object.values(await interactions(bare));
  found.push({ kind: 'interaction', page: 'bare', load: 'press', round, ms: Math.max(...ofBare) });
  await bare.context().close();
  const page = await openConsole();
  await workInConsole(page);
  for (const [load, ms] of Object.entries(await interactions(page)))
    found.push({ kind: 'interaction', page: 'console', load, round, ms });
  await page.context().close();
}

const bareServer = createServer((_, response) => {
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.end('<!doctype html><title>Bare</title><button onclick="this.textContent += 1">1</button>');
});
try {
  const port = await freePort();
  await new Promise<void>((resolve) => bareServer.listen(port, 'localhost', resolve));
  await manageOnly(system.account('manager').mail, customer as CustomerId);
  for (let round = 0; round < ROUNDS; round++) {
    await measureLists(round);
    await measureInteractions(round, `http://localhost:${port}/`);
    process.stderr.write(`round ${round + 1} of ${ROUNDS}\n`);
  }
  const page = await openConsole();
  await link(page, 'Users').click();
  found.push(...(await turnPages(page, () => button(page, 'Next page'))));
  process.stdout.write(`${JSON.stringify(found)}\n`);
} finally {
  await browser.close();
  bareServer.close();
  await system.stop();
}
process.exit(0);
