import type { BrowserContext, Page } from 'playwright';
import { serveBarePage } from './support/bare-page.ts';
import { launchBrowser, openPage, type Storage, signIn } from './support/browser.ts';
import { openGroup } from './support/calls.ts';
import { guestLinkToken, joinAsExtra } from './support/crowd.ts';
import { drawFilm } from './support/drawn-film.ts';
import { act, interactions, largestPaintMs, press, scriptKb, watchSpeed } from './support/page-speed.ts';
import { receivesVideos } from './support/received.ts';
import { startSystem } from './support/start-system.ts';

/**
 * `node e2e/web-weight.ts [rounds]`: how heavy the first load of the sign-in and of a group call is, how soon it shows
 * something, and how soon it answers; beside a page that has nothing on it but a button. Says what it found as JSON.
 * Run by `npm run bench -- web-weight`.
 */
const ROUNDS = Number(process.argv[2] ?? 5);
const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
/** Others in the call. */
const OTHERS = 4;

interface Load {
  readonly name: string;
  /** Of what is loaded until it can be used. */
  readonly scriptKb: number;
  readonly lcpMs: number;
  /** By what was done. */
  readonly interactions: Readonly<Record<string, number>>;
}

const found: Load[] = [];
const system = await startSystem({ name: 'web-weight' });
const browser = await launchBrowser();
const bare = await serveBarePage();

/** A browser that has never been here; in Japanese the texts are larger. */
const open = async (storage?: Storage): Promise<Page> => {
  const page = await openPage(browser, { url: system.url, locale: 'ja-JP', ...(storage && { storage }) });
  await watchSpeed(page);
  return page;
};
const close = (page: Page) => page.context().close();
const stored = async (context: BrowserContext): Promise<Storage> => {
  const storage = await context.storageState();
  await context.close();
  return storage;
};

async function bareLoad(url: string): Promise<void> {
  const page = await open();
  await page.goto(url);
  const button = page.getByRole('button');
  await button.waitFor();
  const lcpMs = await largestPaintMs(page);
  for (const name of ['press', 'press again']) await press(page, name, button);
  found.push({ name: 'bare', scriptKb: 0, lcpMs, interactions: await interactions(page) });
  await close(page);
}

async function signInLoad(): Promise<void> {
  const page = await open();
  await page.goto('/signin', { waitUntil: 'load' });
  const mail = page.locator('input[type=email]');
  const password = page.locator('input[autocomplete=current-password]');
  await password.waitFor();
  const [lcpMs, weight] = [await largestPaintMs(page), await scriptKb(page)];
  await act(page, 'type an address', async () => {
    await mail.click();
    await page.keyboard.type('somebody@example.com');
  });
  await act(page, 'type a password', async () => {
    await password.click();
    await page.keyboard.type('short');
  });
  await act(page, 'submit what is wrong', () => page.keyboard.press('Enter'));
  await press(page, 'change the theme', page.locator('header').getByRole('button', { name: 'ダークテーマ' }));
  await page.setViewportSize(PHONE);
  await press(page, 'open the menu', page.getByRole('button', { name: 'メニュー' }));
  await act(page, 'close the menu', () => page.keyboard.press('Escape'));
  found.push({ name: 'sign-in', scriptKb: weight, lcpMs, interactions: await interactions(page) });
  await close(page);
}

async function callLoad(): Promise<void> {
  // A sign-in for each: a token that is used again after it was renewed elsewhere ends all of them.
  const before = await openPage(browser, { url: system.url });
  await signIn(before, system.account('alice'));
  await openGroup(before);
  const address = before.url();
  const page = await open(await stored(before.context()));
  // Wide enough for every button of the bar.
  await page.setViewportSize(DESKTOP);
  await page.goto(address, { waitUntil: 'load' });
  await page.getByTestId('join').waitFor();
  const lcpMs = await largestPaintMs(page);
  await press(page, 'join', page.getByTestId('join'));
  await receivesVideos(page, OTHERS);
  const weight = await scriptKb(page);
  const control = (id: string) => page.getByTestId(id);
  for (const name of ['mute', 'unmute']) await press(page, name, control('toggle-microphone'));
  await press(page, 'open the chat', control('chat-toggle'));
  const message = page.getByRole('textbox');
  await message.waitFor();
  await act(page, 'write', async () => {
    await message.click();
    await page.keyboard.type('Hello everybody');
  });
  await act(page, 'send', () => page.keyboard.press('Enter'));
  await press(page, 'close the chat', control('chat-toggle'));
  await press(page, 'open the menu', control('more'));
  await act(page, 'close the menu', () => page.keyboard.press('Escape'));
  await press(page, 'see who is there', control('people-toggle'));
  await press(page, 'close who is there', control('people-toggle'));
  await press(page, 'turn the camera off', control('toggle-camera'));
  found.push({ name: 'group call', scriptKb: weight, lcpMs, interactions: await interactions(page) });
  await close(page);
}

try {
  const artist = await openPage(browser, { url: system.url });
  await artist.goto('/about');
  const film = await drawFilm(artist, { width: 320, height: 180, hue: 200 });
  await close(artist);
  for (let round = 0; round < ROUNDS; round++) {
    await bareLoad(bare.url);
    await signInLoad();
    process.stderr.write(`round ${round + 1} of ${2 * ROUNDS}\n`);
  }
  // The others are on this machine too: only from then on.
  const token = await guestLinkToken(system);
  const others = [];
  for (let count = 1; count <= OTHERS; count++)
    others.push(await joinAsExtra(system, token, `Person ${count}`, film));
  for (let round = 0; round < ROUNDS; round++) {
    await bareLoad(bare.url);
    await callLoad();
    process.stderr.write(`round ${ROUNDS + round + 1} of ${2 * ROUNDS}\n`);
  }
  for (const other of others) other.leave();
  process.stdout.write(`${JSON.stringify(found)}\n`);
} finally {
  await browser.close();
  bare.close();
  await system.stop();
}
process.exit(0);
