import type { Page } from 'playwright';

export type Language = 'en' | 'ja';

/** Switches the language of a page without loading it again, as if it had been chosen in another tab. A reload undoes it. */
export const speak = async (page: Page, language: Language): Promise<void> => {
  await page.evaluate((newValue) => {
    window.dispatchEvent(new StorageEvent('storage', { key: 'hibiki.lang', newValue }));
  }, language);
  await page.locator(`html[lang=${language}]`).waitFor();
};
