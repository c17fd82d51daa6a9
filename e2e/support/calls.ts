import type { Page } from 'playwright-core';

/** Calls somebody from the home page. */
export const callPair = async (page: Page, name: string): Promise<void> => {
  await page.goto('/user');
  await page.getByRole('button', { name: `Call ${name}` }).click();
};

/** Joins the demo group from the home page. */
export const joinGroup = async (page: Page): Promise<void> => {
  await page.goto('/user');
  await page.getByRole('button', { name: /^Join/ }).first().click();
};
