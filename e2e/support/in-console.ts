import type { Page } from 'playwright';
import { settled } from './settled.ts';
import { until } from './until.ts';

/** Goes there as a link does, without loading the page again; it has to be in the console. */
export const goInConsole = async (page: Page, path: string): Promise<void> => {
  const isElsewhere = await page.evaluate((to) => {
    const before = location.pathname;
    const { activeElement } = document;
    if (activeElement instanceof HTMLElement) activeElement.blur();
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
    return location.pathname !== before;
  }, path);
  // A new screen takes the focus to its heading, or to its first field.
  if (isElsewhere) {
    await until(`${path} is shown`, () =>
      page.evaluate(() => document.getElementById('main')?.contains(document.activeElement) === true),
    );
  }
  await page.getByRole('heading', { level: 1 }).waitFor();
  await settled(page);
};

/** A parameter that opens a dialog, without an address of a screen: closes it. */
export const closeDialog = async (page: Page): Promise<void> => {
  await page.keyboard.press('Escape');
  await page.locator('dialog[open]').waitFor({ state: 'detached' });
};
