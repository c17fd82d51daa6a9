import type { Locator, Page } from 'playwright';

/** More stops than any screen has. */
const MOST_STOPS = 120;

export const hasFocus = (locator: Locator): Promise<boolean> =>
  locator.evaluate((element) => element === document.activeElement);

async function pressUntilFocused(page: Page, key: string, target: Locator): Promise<void> {
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    if (await hasFocus(target)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} never comes to ${target}`);
}

/** Goes there as the Tab key does. */
export const tabTo = (page: Page, target: Locator): Promise<void> => pressUntilFocused(page, 'Tab', target);

/** Goes through an open menu to one of its items. */
export const arrowTo = (page: Page, target: Locator): Promise<void> =>
  pressUntilFocused(page, 'ArrowDown', target);
