import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { inspectSteps } from './support/axe.ts';
import { isActiveItem } from './support/keyboard.ts';
import { PUBLIC_SCREENS, USER_SCREENS } from './support/screens.ts';
import { setUpPeople } from './support/set-up.ts';
import { settled } from './support/settled.ts';
import { until } from './support/until.ts';

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 800 };

describe('every screen', () => {
  const people = setUpPeople();

  const visit = async (page: Page, path: string): Promise<void> => {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await settled(page);
  };

  /** Nothing that axe finds, and nothing wider than the screen. */
  const inspect = async (page: Page, paths: readonly string[]): Promise<void> => {
    const inspection = inspectSteps();
    // What moves is half transparent while it moves, which axe takes for too little contrast.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const path of paths) {
      await visit(page, path);
      await inspection.look(page, path);
    }
    expect(inspection.wrong).toEqual([]);
  };

  test('that anybody may open is accessible and fits', async () => {
    await inspect(await people.stranger(), PUBLIC_SCREENS);
  });

  test('that users see is accessible and fits', async () => {
    await inspect(await people.person('alice'), USER_SCREENS);
  });

  test('is accessible in Japanese too', async () => {
    const page = await people.person('alice');
    await page.evaluate(() => localStorage.setItem('hibiki.lang', 'ja'));
    // Names of landmarks that differ in English may be one word in Japanese.
    await people.system.write('manager', 'POST', '/notifications', {
      title: { ja: 'お知らせ', en: 'News' },
      contents: { ja: '', en: '' },
    });
    await inspect(page, [...USER_SCREENS, ...PUBLIC_SCREENS.filter((path) => path !== '/device')]);
  });

  test('speaks the language that is chosen, and remembers it', async () => {
    const page = await people.stranger();
    await page.setViewportSize(DESKTOP);
    await visit(page, '/signin');
    await page.getByRole('button', { name: '日本語' }).click();
    await page.getByRole('heading', { name: 'サインイン' }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('ja');
    await visit(page, '/about');
    expect(await page.locator('html').getAttribute('lang')).toBe('ja');
  });

  test('that needs a sign-in sends to it, and back to what was wanted', async () => {
    const page = await people.stranger();
    await page.goto('/user/groupchat?from=a-link');
    await page.waitForURL('**/signin?redirect=*');
    const { mail, password } = people.system.account('bob');
    await page.getByLabel('E-mail address').fill(mail);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).last().click();
    await page.waitForURL('**/user/groupchat?from=a-link');
  });

  test('that no one knows leads to the sign-in', async () => {
    const page = await people.stranger();
    await page.goto('/no/such/place');
    await page.waitForURL('**/signin*');
  });

  test('can be used by keyboard alone: sign in, open the phone’s menu, leave it, sign out', async () => {
    const page = await people.stranger();
    await page.setViewportSize(PHONE);
    await visit(page, '/signin');
    const { mail, password } = people.system.account('carol');
    await page.getByLabel('E-mail address').focus();
    await page.keyboard.type(mail);
    await page.getByLabel('Password', { exact: true }).focus();
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/user');
    await until('the new screen has taken the focus to its heading', () =>
      page.evaluate(() => document.activeElement?.tagName === 'H1'),
    );
    const menu = page.getByRole('button', { name: 'Menu' });
    await menu.focus();
    await page.keyboard.press('Enter');
    const signOut = page.getByRole('menuitem', { name: 'Sign out' });
    const firstIsActive = () =>
      until('the first item is active', () => isActiveItem(page.getByRole('menuitem').first()));
    await firstIsActive();
    await page.keyboard.press('Escape');
    await until('the focus is back where it was', () =>
      menu.evaluate((button) => button === document.activeElement),
    );
    await page.keyboard.press('Enter');
    await firstIsActive();
    await page.keyboard.press('End');
    await until('the last item is active', () => isActiveItem(signOut));
    await page.keyboard.press('Enter');
    await page.waitForURL('**/signin*');
  });
});
