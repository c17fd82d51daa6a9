import type { Locator, Page } from 'playwright';
import { sees } from './frames.ts';
import { ATTEMPT_LIMIT_MS } from './limits.ts';
import type { Peer } from './peer.ts';

/** To the home page. Anyone who has just signed in is there already. */
const goHome = async (page: Page): Promise<void> => {
  if (!page.url().endsWith('/user')) await page.goto('/user');
};

/** Calls someone from the home page. */
export const callPair = async (page: Page, name: string): Promise<void> => {
  await goHome(page);
  await page.getByRole('button', { name: `Call ${name}` }).click();
};

/** Calls someone from the home page, who answers; resolves when both see each other. */
export const talk = async (caller: Page, callee: Page, name: string): Promise<void> => {
  await callPair(caller, name);
  await callee.getByTestId('accept').click();
  await Promise.all([sees(caller, 1), sees(callee, 1)]);
};

/** The same with someone who has no browser. */
export const talkWithPeer = async (caller: Page, callee: Peer, name: string): Promise<void> => {
  await callPair(caller, name);
  await callee.answer();
  await sees(caller, 1);
};

/** Joins the demo group from the home page. */
export const joinGroup = async (page: Page): Promise<void> => {
  await openGroup(page);
  await page.getByTestId('join').click();
};

/** To the look at oneself before the demo group's call. */
export const openGroup = async (page: Page): Promise<void> => {
  await goHome(page);
  await page.getByRole('button', { name: 'Join Demo group' }).click();
  await page.getByTestId('preview').waitFor();
};

/** An entry of a call's menu of everything else, which has to be open. */
export const moreItem = (page: Page, name: string): Locator =>
  page.getByTestId(`more-${name}`).getByRole('menuitem');

/** Shares the screen, or ends it, in a window that is wide enough for the button. */
export const toggleScreen = (page: Page): Promise<void> => page.getByTestId('screen-toggle').click();

/** Opens that menu and chooses from it. */
export const chooseMore = async (page: Page, name: string): Promise<void> => {
  await page.getByTestId('more').click();
  await moreItem(page, name).click();
};

const END_OF_CALL = '[data-testid=leave], [data-testid=hang-up]';

/**
 * A tab that is closed looks like one that is reloaded: the others wait for it, and the next test would meet it. A page
 * that has crashed, or that asks about a recording, is closed as it is.
 */
export const leaveCall = async (page: Page): Promise<void> => {
  try {
    // Not a real click: the controls of a call that no one touches are hidden. And in one go: the button is gone as soon as
    // the other side has hung up.
    await page.evaluate((end) => document.querySelector<HTMLElement>(end)?.click(), END_OF_CALL);
    await page.locator(END_OF_CALL).first().waitFor({ state: 'detached', timeout: ATTEMPT_LIMIT_MS });
  } catch {
    // The test itself says what has gone wrong.
  }
};

/** How long the call has lasted, in seconds, as its page says. */
export const talkedFor = async (page: Page): Promise<number> => {
  const [minutes, seconds] = ((await page.getByTestId('call-timer').first().textContent()) ?? '').split(':');
  return 60 * Number(minutes) + Number(seconds);
};
