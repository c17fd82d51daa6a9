import type { Page } from 'playwright';
import { comeOnline, launchBrowser, newContext } from './support/browser.ts';
import { callPair, chooseMore, leaveCall } from './support/calls.ts';
import { framesFlow, soundFlows } from './support/frames.ts';
import { type Missed, missedOf, watchFromNow, watchGaps } from './support/gaps.ts';
import { startSystem } from './support/start-system.ts';

/**
 * `node e2e/web-moving.ts [rounds]`: the longest time without a new picture and without sound in a 1-to-1 call while it moves
 * to a media node, as JSON; beside it, the same call while it stays. Run by `npm run bench -- web-moving`.
 */
const ROUNDS = Number(process.argv[2] ?? 5);

const rounds: { readonly load: string; readonly pictureMs: number; readonly soundMs: number }[] = [];
const system = await startSystem({ name: 'web-moving', environment: { RECORDING_MIN_FREE_MB: '0' } });
const browser = await launchBrowser({ framesPerSecond: 10 });

const enter = async (name: string): Promise<Page> => {
  const page = await (await newContext(browser, { url: system.url })).newPage();
  await watchGaps(page);
  await comeOnline(page, system.account(name));
  return page;
};
const flow = (pages: readonly Page[], videos: number) =>
  Promise.all(pages.map((page) => Promise.all([framesFlow(page, videos), soundFlows(page)])));
const inRoom = (pages: readonly Page[]) =>
  Promise.all(pages.map((page) => page.waitForURL('**/user/groupchat/talk?call=*')));

/** Watches both sides of a call while something is done to it. */
const measure = async (load: string, change: (alice: Page, bob: Page) => Promise<unknown>): Promise<void> => {
  const [alice, bob] = [await enter('alice'), await enter('bob')];
  await callPair(alice, 'Bob');
  await bob.getByTestId('accept').click();
  await flow([alice, bob], 1);
  await Promise.all([alice, bob].map(watchFromNow));
  await change(alice, bob);
  const missed: Missed[] = await Promise.all([alice, bob].map(missedOf));
  for (const { pictureMs, soundMs } of missed) rounds.push({ load, pictureMs, soundMs });
  for (const page of [alice, bob]) await leaveCall(page);
  await Promise.all([alice, bob].map((page) => page.context().close()));
};

try {
  for (let round = 1; round <= ROUNDS; round++) {
    await measure('stays', (alice, bob) => flow([alice, bob], 1));
    await measure('is recorded', async (alice, bob) => {
      await chooseMore(alice, 'record-on-server');
      await inRoom([alice, bob]);
      await flow([alice, bob], 1);
    });
    const carol = await enter('carol');
    await measure('a third person joins', async (alice, bob) => {
      await chooseMore(alice, 'add-person');
      await alice.getByRole('button', { name: 'Add Carol' }).click();
      await carol.getByTestId('accept').click();
      await inRoom([alice, bob, carol]);
      await flow([alice, bob, carol], 2);
    });
    await leaveCall(carol);
    await carol.context().close();
    process.stderr.write(`round ${round} of ${ROUNDS}\n`);
  }
  process.stdout.write(`${JSON.stringify(rounds)}\n`);
} finally {
  await browser.close();
  await system.stop();
}
process.exit(0);
