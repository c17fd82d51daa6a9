import type { Page } from 'playwright';
import { launchBrowser, openPage, signIn } from './support/browser.ts';
import { joinGroup, talk } from './support/calls.ts';
import { framesFlow } from './support/frames.ts';
import { startSystem } from './support/start-system.ts';

/**
 * `node e2e/web-reload.ts [rounds]`: how long a page that is reloaded in a call takes until it shows the other person
 * again, as JSON; beside it, a reload of the home page until it shows people. Run by `npm run bench -- web-reload`.
 */
const ROUNDS = Number(process.argv[2] ?? 5);

const timeToShow = async (page: Page, shown: string): Promise<number> => {
  const begun = performance.now();
  await page.reload();
  await page.locator(shown).first().waitFor();
  return performance.now() - begun;
};
const REMOTE_PICTURE = 'video[data-kind="remote"][data-ready="true"]';
const PERSON = 'button[aria-label^="Call "], button:has-text("Call ")';

const rounds: { readonly load: string; readonly ms: number }[] = [];
const system = await startSystem({ name: 'web-reload' });
const browser = await launchBrowser({ framesPerSecond: 10 });
try {
  const [alice, bob] = [
    await openPage(browser, { url: system.url }),
    await openPage(browser, { url: system.url }),
  ];
  await signIn(alice, system.account('alice'));
  await signIn(bob, system.account('bob'));
  const measure = async (load: string, page: Page, shown: string, untilAgain: () => Promise<unknown>) => {
    for (let round = 0; round < ROUNDS; round++) {
      rounds.push({ load, ms: await timeToShow(page, shown) });
      await untilAgain();
    }
    process.stderr.write(`${load}: ${ROUNDS} rounds\n`);
  };
  const bothSee = () => Promise.all([framesFlow(alice, 1), framesFlow(bob, 1)]);
  await measure('home', alice, PERSON, async () => {});
  await talk(alice, bob, 'Bob');
  await measure('1-to-1, the caller', alice, REMOTE_PICTURE, bothSee);
  await measure('1-to-1, the callee', bob, REMOTE_PICTURE, bothSee);
  await alice.getByTestId('hang-up').click();
  await bob.getByTestId('call-ended').waitFor();
  for (const page of [alice, bob]) {
    await page.goto('/user');
    await joinGroup(page);
  }
  await bothSee();
  await measure('group', bob, REMOTE_PICTURE, bothSee);
  process.stdout.write(`${JSON.stringify(rounds)}\n`);
} finally {
  await browser.close();
  await system.stop();
}
process.exit(0);
