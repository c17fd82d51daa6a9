import type { Page } from 'playwright';
import { bareCall, connectBarePages, endBareCall } from './support/bare-call.ts';
import { comeOnline, launchBrowser, newContext } from './support/browser.ts';
import { callPair, leaveCall, openGroup } from './support/calls.ts';
import { watchFirstFrame } from './support/first-frame.ts';
import { framesFlow } from './support/frames.ts';
import { startSystem } from './support/start-system.ts';
import { startTcpProxy } from './support/tcp-proxy.ts';
import { until } from './support/until.ts';

/**
 * `node e2e/join-ttff.ts [rounds]`: from the press that enters a call to the first picture of the other person that is drawn, as JSON; beside
 * it, two bare pages in the same browser. Run by `npm run bench -- join-ttff`.
 */
const ROUNDS = Number(process.argv[2] ?? 20);
/** Until a message of one side is at the other one. */
const DELAYS_MS = [0, 150];

const system = await startSystem({ name: 'join-ttff' });
const proxy = await startTcpProxy(system.port);
const browser = await launchBrowser();
const rounds: { readonly call: string; readonly delayMs: number; readonly ms: number }[] = [];

const newPage = async (): Promise<Page> => {
  const page = await (await newContext(browser, { url: proxy.url })).newPage();
  await watchFirstFrame(page);
  return page;
};
const enter = async (name: string): Promise<Page> => {
  const page = await newPage();
  await comeOnline(page, system.account(name));
  return page;
};
/** From a press on `presser` to the first picture that each of them has drawn since; the later one counts. */
const drawnSince = async (presser: Page, pages: readonly Page[]): Promise<number> => {
  const pressedAt = await presser.evaluate(() => window.__firstFrame.pressedAt);
  const drawn = await until('a picture is drawn', async () => {
    const times = await Promise.all(pages.map((page) => page.evaluate(() => window.__firstFrame.drawnAt)));
    return times.every((at) => at !== null) ? times : undefined;
  });
  return Math.max(...drawn) - pressedAt;
};

const bareRound = async (pages: readonly [Page, Page], opensAtPress: boolean): Promise<number> => {
  await bareCall(pages, opensAtPress);
  const ms = await drawnSince(pages[0], pages);
  for (const page of pages) await endBareCall(page);
  return ms;
};

const directRound = async (alice: Page, bob: Page): Promise<number> => {
  await callPair(alice, 'Bob');
  await bob.getByTestId('accept').click();
  const ms = await drawnSince(bob, [alice, bob]);
  await leaveCall(alice);
  await bob.getByTestId('call-ended').waitFor();
  for (const page of [alice, bob]) await page.goto('/user');
  return ms;
};

/** Bob joins, and sees alice, who is there; she sees him. */
const groupRound = async (alice: Page, bob: Page): Promise<number> => {
  await openGroup(bob);
  await alice.evaluate(() => {
    window.__firstFrame = { pressedAt: 0, drawnAt: null };
  });
  await bob.getByTestId('join').click();
  const ms = await drawnSince(bob, [alice, bob]);
  await framesFlow(bob, 1);
  await leaveCall(bob);
  await until('alice is alone', async () => (await alice.getByTestId('alone').count()) > 0);
  return ms;
};

try {
  const [alice, bob] = [await enter('alice'), await enter('bob')];
  const bare = [await newPage(), await newPage()] as const;
  let bareDelayMs = 0;
  for (const page of bare) await page.goto('/signin');
  await connectBarePages(bare, () => bareDelayMs);
  for (const delayMs of DELAYS_MS) {
    bareDelayMs = delayMs;
    proxy.delay(delayMs / 2);
    for (let round = 0; round < ROUNDS; round++) {
      rounds.push({ call: 'bare, devices at the press', delayMs, ms: await bareRound(bare, true) });
      rounds.push({ call: '1-to-1', delayMs, ms: await directRound(alice, bob) });
    }
    await openGroup(alice);
    await alice.getByTestId('join').click();
    for (let round = 0; round < ROUNDS; round++) {
      rounds.push({ call: 'bare, devices open', delayMs, ms: await bareRound(bare, false) });
      rounds.push({ call: 'group', delayMs, ms: await groupRound(alice, bob) });
    }
    await leaveCall(alice);
    await alice.goto('/user');
    process.stderr.write(`delay of ${delayMs} ms: ${ROUNDS} rounds\n`);
  }
  process.stdout.write(`${JSON.stringify(rounds)}\n`);
} finally {
  await browser.close();
  await proxy.close();
  await system.stop();
}
process.exit(0);
