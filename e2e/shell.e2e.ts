import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { setUpSystem } from './support/set-up.ts';
import { until } from './support/until.ts';

const PHONE = { width: 390, height: 844 };
const WIDE = { width: 1280, height: 800 };
const PRIVACY_URL = 'https://example.com/privacy';

describe('the shell of the application', () => {
  const people = setUpSystem(() => ({ name: 'shell', environment: { PRIVACY_URL } }));

  const pathOf = (page: Page): string => new URL(page.url()).pathname;
  const logoWidth = (page: Page) =>
    page
      .locator('header svg:visible')
      .first()
      .evaluate((logo) => Math.round(logo.getBoundingClientRect().width));
  const language = (page: Page) => page.locator('html').getAttribute('lang');
  const isDark = (page: Page) => page.evaluate(() => document.documentElement.classList.contains('dark'));

  test('has its buttons in the header where there is space, and in a menu on a phone', async () => {
    const page = await people.stranger();
    await page.setViewportSize(WIDE);
    await page.goto('/about');
    const header = page.locator('header').first();
    await header.getByRole('link', { name: 'Sign in' }).waitFor();
    expect(await logoWidth(page)).toBe(132);
    await header.getByRole('button', { name: 'Dark theme' }).click();
    expect(await isDark(page)).toBe(true);
    await header.getByRole('button', { name: '日本語' }).click();
    await until('the page is Japanese', async () => (await language(page)) === 'ja');

    await page.setViewportSize(PHONE);
    await page.reload();
    // Both choices were stored.
    await until('the page is Japanese still', async () => (await language(page)) === 'ja');
    expect(await isDark(page)).toBe(true);
    await until('the logo is the small one', async () => (await logoWidth(page)) === 100);
    expect(await page.getByRole('button', { name: 'English' }).count()).toBe(0);
    await page.getByRole('button', { name: 'メニュー' }).click();
    await page.getByRole('menuitem', { name: 'サインイン' }).waitFor();
    await page.getByRole('menuitem', { name: '言語' }).click();
    await page.getByRole('menuitemradio', { name: 'English' }).click();
    await until('the page is English', async () => (await language(page)) === 'en');
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('menuitem', { name: 'Light theme' }).click();
    await until('the page is light', async () => !(await isDark(page)));
  });

  test('has its navigation in the header of a tablet on its side', async () => {
    const page = await people.person('bob');
    await page.setViewportSize({ width: 1180, height: 820 });
    const navigation = page.locator('header').first().getByRole('navigation', { name: 'Main' });
    await navigation.getByRole('link', { name: '1-to-1 chat' }).waitFor();
    expect(await page.getByRole('button', { name: 'Menu' }).count()).toBe(0);
  });

  test('has the focus where one begins to sign in', async () => {
    const page = await people.stranger();
    await page.goto('/signin');
    await page.getByLabel('E-mail address').and(page.locator(':focus')).waitFor();
  });

  test.each([
    ['en', 'Video and audio calls in the browser.'],
    ['ja', 'ブラウザー'],
  ])('tells previews of a link, in the language %s, what it leads to', async (language, words) => {
    const answer = await fetch(`${people.system.url}/guest`, {
      headers: { accept: 'text/html', 'accept-language': language },
    });
    const html = await answer.text();
    expect(html).toContain('<meta property="og:title" content="Hibiki');
    expect(/<meta property="og:description" content="([^"]*)"/.exec(html)?.[1]).toContain(words);
  });

  test('replaces a language that it does not have by the fallback', async () => {
    const page = await people.stranger();
    await page.goto('/robots.txt');
    await page.evaluate(() => localStorage.setItem('hibiki.lang', 'fr'));
    await page.goto('/about');
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await language(page)).toBe('en');
    expect(await page.evaluate(() => localStorage.getItem('hibiki.lang'))).toBe('en');
  });

  test('shows both versions, the years, and links that open a window of their own', async () => {
    const page = await people.stranger();
    await page.goto('/about');
    const footer = page.locator('footer');
    await footer.getByText(/^v1\.0\.7\/\S+$/).waitFor();
    const copyright = footer.getByRole('link', { name: `© 2021–${new Date().getFullYear()} Hibiki` });
    for (const link of [copyright, footer.getByRole('link', { name: 'For users' })]) {
      expect(await link.getAttribute('target')).toBe('_blank');
    }
    await page.route('**/api/v1/version', (route) => route.fulfill({ status: 404, json: {} }));
    await page.reload();
    await footer.getByText('v1.0.7', { exact: true }).waitFor();
  });

  test('leads to the privacy policy of the operator', async () => {
    const page = await people.stranger();
    await page.goto('/about');
    await page.locator(`a[href="${PRIVACY_URL}"]`).waitFor();
    await page.goto('/user/signup');
    await page.locator(`a[href="${PRIVACY_URL}"]`).waitFor();
  });

  test('leads home from the logo, nowhere from home, and out to the door of the area', async () => {
    const page = await people.person('bob');
    await page.setViewportSize(WIDE);
    const logo = page.getByRole('link', { name: 'Hibiki, home' });
    await logo.waitFor({ state: 'detached' });
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: '1-to-1 chat' }).click();
    await page.waitForURL('**/user/videochat');
    // To navigate to where one is adds nothing to the history.
    const entries = await page.evaluate(() => window.history.length);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: '1-to-1 chat' }).click();
    expect(await page.evaluate(() => window.history.length)).toBe(entries);
    await logo.click();
    await page.waitForURL('**/user');
    await page.goBack();
    await page.waitForURL('**/user/videochat');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await until('the sign-in page is there', () => pathOf(page) === '/signin');

    const manager = await people.stranger();
    await manager.setViewportSize(WIDE);
    const { mail, password } = people.system.account('manager');
    await manager.goto('/manager/signin');
    await manager.getByLabel('E-mail address').fill(mail);
    await manager.getByLabel('Password', { exact: true }).fill(password);
    await manager.locator('form').getByRole('button', { name: 'Sign in' }).click();
    await manager.waitForURL('**/manager');
    await manager.getByRole('link', { name: 'Hibiki, home' }).waitFor({ state: 'detached' });
    await manager.getByRole('button', { name: 'Sign out' }).click();
    await until('the managers’ sign-in page is there', () => pathOf(manager) === '/manager/signin');
  });

  test('keeps what was wanted, with query and fragment, for after the sign-in', async () => {
    const page = await people.stranger();
    await page.goto('/user/settings?a=1#calls');
    await page.waitForURL('**/signin?*');
    expect(new URL(page.url()).searchParams.get('redirect')).toBe('/user/settings?a=1#calls');
    await page.goto('/manager');
    await page.waitForURL('**/manager/signin?*');
    expect(new URL(page.url()).searchParams.get('redirect')).toBe('/manager');
    await page.goto('/no/such/place');
    await page.waitForURL('**/signin');
  });

  test('hides header and footer when told to, and stays usable without them', async () => {
    const page = await people.signedIn('bob');
    await page.goto('/user/settings');
    await page.getByRole('switch', { name: /Show the header/ }).click();
    await page
      .locator('body > #root header')
      .first()
      .getByRole('button', { name: /^Menu/ })
      .waitFor({ state: 'detached' });
    await page.getByRole('switch', { name: 'Show the footer' }).click();
    await page.goto('/user');
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.locator('footer').count()).toBe(0);
    expect(await page.getByRole('button', { name: /^Menu/ }).count()).toBe(0);
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('switch', { name: /Show the header/ }).click();
    await page.getByRole('switch', { name: 'Show the footer' }).click();
    await page.getByRole('button', { name: /^Menu/ }).waitFor();
    await page.locator('footer').waitFor();
  });
});
