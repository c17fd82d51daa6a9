import type { Page } from 'playwright';
import type { Credentials } from './api.ts';

/** Signs a manager or an administrator in at the console's door, as people do, and waits for the screen behind it. */
export const enterConsole = async (
  page: Page,
  { mail, password }: Credentials,
  path = '/manager',
): Promise<void> => {
  await page.goto(`/manager/signin?${new URLSearchParams({ redirect: path })}`);
  await page.getByLabel('E-mail address').fill(mail);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.locator('form').getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation', { name: 'Console' }).waitFor();
};
