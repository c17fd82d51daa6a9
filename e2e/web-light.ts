import type { Page } from 'playwright';
import { serveBarePage } from './support/bare-page.ts';
import { launchBrowser, openPage, type Storage, signIn } from './support/browser.ts';
import { makeGroupLink } from './support/guest-links.ts';
import { largestPaintMs, watchSpeed } from './support/page-speed.ts';
import { startSystem } from './support/start-system.ts';
import { until } from './support/until.ts';

/**
 * `node e2e/web-light.ts [rounds]`: how home and the door of a guest load on a phone with a slow network and a slow processor, beside
 * a page that has nothing on it but a button. Prints what it found as JSON. Run by `npm run bench -- web-light`.
 */
const ROUNDS = Number(process.argv[2] ?? 5);
const PHONE = { width: 390, height: 844 };
/** Lighthouse's "slow 4G" (150 ms, 1.6 Mbit/s down, 750 kbit/s up). */
const SLOW_4G = { latency: 150, downloadThroughput: 1_638_400 / 8, uploadThroughput: 768_000 / 8 };
const SLOWER_PROCESSOR = 4;
/** Nothing comes or goes for this long once a page has loaded all it wants. */
const QUIET_MS = 1_000;

interface Load {
  readonly name: 'bare' | 'home' | 'door';
  readonly requests: number;
  /** Until the page had nothing more to load; as they came over the network. */
  readonly scriptKb: number;
  readonly lcpMs: number;
  /** Until what one came for can be pressed or typed into. */
  readonly usableMs: number;
}

/** Asks of a page to be slow, and counts what it loads. */
async function slowly(page: Page) {
  const session = await page.context().newCDPSession(page);
  const scripts = new Set<string>();
  let [requests, bytes] = [0, 0];
  let lastChange = performance.now();
  const changed = () => {
    lastChange = performance.now();
  };
  session.on('Network.requestWillBeSent', ({ request, requestId, type }) => {
    if (!request.url.startsWith('http')) return;
    requests += 1;
    changed();
    // Chromium calls what a page asks for ahead "Other".
    if (type === 'Script' || new URL(request.url).pathname.endsWith('.js')) scripts.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  // Not by counting what is on its way: the script of a worker never ends for its page.
  session.on('Network.responseReceived', changed);
  session.on('Network.dataReceived', changed);
  session.on('Network.loadingFinished', changed);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', { offline: false, ...SLOW_4G });
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER_PROCESSOR });
  return {
    weight: () => ({ requests, scriptKb: bytes / 1000 }),
    settled: () => until('nothing more is loaded', () => performance.now() - lastChange > QUIET_MS),
  };
}

const found: Load[] = [];
const system = await startSystem({ name: 'web-light' });
const browser = await launchBrowser();
const bare = await serveBarePage();

/** Loads an address in a browser that has never been here; in Japanese the texts are larger. */
async function load(name: Load['name'], address: string, usable: string, storage?: Storage): Promise<void> {
  const page = await openPage(browser, { url: system.url, locale: 'ja-JP', ...(storage && { storage }) });
  await page.setViewportSize(PHONE);
  await watchSpeed(page);
  const { weight, settled } = await slowly(page);
  await page.goto(address, { waitUntil: 'commit' });
  await page.locator(usable).first().waitFor();
  const usableMs = Math.round(await page.evaluate(() => performance.now()));
  await settled();
  found.push({ name, usableMs, lcpMs: await largestPaintMs(page), ...weight() });
  await page.context().close();
}

async function signedIn(): Promise<Storage> {
  // A sign-in for each: a token that is used again after it was renewed elsewhere ends all of them.
  const page = await openPage(browser, { url: system.url });
  await signIn(page, system.account('alice'));
  const storage = await page.context().storageState();
  await page.context().close();
  return storage;
}

try {
  const { url } = await makeGroupLink(system);
  for (let round = 0; round < ROUNDS; round++) {
    await load('bare', bare.url, 'button');
    await load('home', '/user', 'main li button', await signedIn());
    await load('door', url, 'input[name=name]');
    process.stderr.write(`round ${round + 1} of ${ROUNDS}\n`);
  }
  process.stdout.write(`${JSON.stringify(found)}\n`);
} finally {
  await browser.close();
  bare.close();
  await system.stop();
}
process.exit(0);
