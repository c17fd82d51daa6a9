import type { Page } from 'playwright';
import { launchBrowser, newContext, signIn } from './support/browser.ts';
import { fillLargeAccount } from './support/large-account.ts';
import { RELAXED_LIMITS } from './support/relaxed-limits.ts';
import { USER_SCREENS } from './support/screens.ts';
import { settled } from './support/settled.ts';
import { startSystem } from './support/start-system.ts';

/**
 * `node e2e/web-shift.ts [rounds]`: the Cumulative Layout Shift of each screen of a user while it is loaded, as JSON. Run by
 * `npm run bench -- web-shift`.
 */
const ROUNDS = Number(process.argv[2] ?? 3);
const SIZES = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
];

declare global {
  interface Window {
    __shift: number;
  }
}

const watchShift = (page: Page) =>
  page.addInitScript(() => {
    window.__shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if ('value' in entry && typeof entry.value === 'number') window.__shift += entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });

const rounds: { readonly load: string; readonly shift: number }[] = [];
const system = await startSystem({
  name: 'web-shift',
  environment: RELAXED_LIMITS,
});
const browser = await launchBrowser();
try {
  await fillLargeAccount(system, { contacts: 120, pending: 10, groups: 31 });
  const alice = await (await newContext(browser, { url: system.url })).newPage();
  await watchShift(alice);
  await signIn(alice, system.account('alice'));
  for (let round = 1; round <= ROUNDS; round++) {
    for (const size of SIZES) {
      await alice.setViewportSize(size);
      for (const path of USER_SCREENS) {
        await alice.goto(path);
        await alice.getByRole('heading', { level: 1 }).waitFor();
        if (path.endsWith('/devices')) {
          await alice.locator('video[data-kind=self][data-ready=true]').waitFor();
          const speakers = alice.getByRole('combobox', { name: 'Speaker' }).locator('option');
          await speakers.first().waitFor({ state: 'attached' });
        }
        await settled(alice);
        const shift = await alice.evaluate(() => window.__shift);
        rounds.push({ load: `${path} at ${size.width} px`, shift });
      }
    }
    process.stderr.write(`round ${round} of ${ROUNDS}\n`);
  }
  process.stdout.write(`${JSON.stringify(rounds)}\n`);
} finally {
  await browser.close();
  await system.stop();
}
process.exit(0);
