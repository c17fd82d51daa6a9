import type { Locator, Page } from 'playwright';

/** More stops than any screen has. */
const MOST_STOPS = 120;

export const hasFocus = (locator: Locator): Promise<boolean> =>
  locator.evaluate((element) => element === document.activeElement);

/** Whether an item of a menu is the active one: the menu has the focus, and names its item. */
export const isActiveItem = (locator: Locator): Promise<boolean> =>
  locator.evaluate((element) => document.activeElement?.getAttribute('aria-activedescendant') === element.id);

async function pressUntil(page: Page, key: string, target: Locator, isThere: typeof hasFocus): Promise<void> {
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    if (await isThere(target)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} never comes to ${target}`);
}

/** Goes there as the Tab key does. */
export const tabTo = (page: Page, target: Locator): Promise<void> =>
  pressUntil(page, 'Tab', target, hasFocus);

/** Goes through an open menu to one of its items. */
export const arrowTo = (page: Page, target: Locator): Promise<void> =>
  pressUntil(page, 'ArrowDown', target, isActiveItem);
