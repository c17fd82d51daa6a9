import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { callPair } from './support/calls.ts';
import { setUpPeople } from './support/set-up.ts';
import { until } from './support/until.ts';

const WIDE = { width: 1280, height: 800 };

describe('the console', () => {
  const people = setUpPeople({ prepare: (page) => page.setViewportSize(WIDE) });

  const open = async (path: string): Promise<Page> => {
    const page = await people.signedIn('manager');
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    return page;
  };

  test('is reached everywhere by Ctrl-K: screens by their names in any script, people by a few letters', async () => {
    const page = await open('/manager');
    const palette = page.getByRole('dialog', { name: 'Go to' });
    const options = () => palette.getByRole('option').allTextContents();
    await page.keyboard.press('Control+k');
    const field = palette.getByRole('combobox');
    await until('every screen is offered', async () => (await options()).length > 1);
    await field.fill('ゆーざ');
    await until('the screen is found by its kana', async () => (await options())[0] === 'UsersScreen');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/manager/users');
    await page.getByRole('heading', { name: 'Users' }).waitFor();

    await page.keyboard.press('Control+k');
    await field.fill('carol');
    await palette.getByRole('option', { name: /^Carol/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Carol' }).waitFor();

    // What was looked at is offered before anything is typed.
    await page.goto('/manager');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await palette.getByRole('option', { name: /^Carol/ }).waitFor();
    await page.keyboard.press('Escape');
    await palette.waitFor({ state: 'detached' });
  });

  test('offers by Ctrl-K what the buttons of its lists begin', async () => {
    const page = await open('/manager');
    const palette = page.getByRole('dialog', { name: 'Go to' });
    await page.keyboard.press('Control+k');
    await palette.getByRole('combobox').fill('ついか ゆーざー');
    await palette.getByRole('option', { name: 'Add a user' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Add a user' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/manager/users');
  });

  test('offers once what was opened last and is an action too', async () => {
    const page = await open('/manager/import/users');
    await page.getByRole('heading', { level: 1, name: 'Import users' }).waitFor();
    await page.goto('/manager/users');
    await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Go to' });
    const options = palette.getByRole('option');
    await options.filter({ hasText: 'Recently opened' }).first().waitFor();
    const named = options.filter({ hasText: 'Import users' });
    expect(await named.count()).toBe(1);
    await palette.getByRole('combobox').fill('add');
    await named.waitFor({ state: 'detached' });
    expect(await options.first().textContent()).toContain('Add a user');
  });

  test('lists its keys', async () => {
    const page = await open('/manager/users');
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await sheet.getByText('Undo what was done last').waitFor();
    await sheet.getByRole('button', { name: 'Close' }).click();
    await page.keyboard.press('/');
    const search = page.getByRole('searchbox', { name: 'Search users' });
    await until('the search has the focus', () =>
      search.evaluate((field) => field === document.activeElement),
    );
  });

  test('says within itself that a page does not exist', async () => {
    const page = await open('/manager/no/such/place');
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await page.getByRole('navigation', { name: 'Console' }).waitFor();
    await page.getByRole('link', { name: 'To the console’s home' }).click();
    await page.waitForURL('**/manager');
  });

  test('remembers how someone wants to see a list', async () => {
    const page = await open('/manager/users');
    // The boxes that choose rows have a heading without text.
    const headings = async () =>
      (await page.getByRole('columnheader').allTextContents()).filter((text) => text !== '');
    await page.getByRole('rowheader', { name: 'Alice' }).waitFor();
    expect(await headings()).toEqual(['Name', 'E-mail address', 'State', 'Role', 'Registered', 'Actions']);
    await page.getByRole('button', { name: 'Columns' }).click();
    const columns = page.getByRole('dialog', { name: 'Columns' });
    await columns.getByLabel('Role', { exact: true }).uncheck();
    await columns.getByRole('button', { name: 'Move State left' }).click();
    await columns.getByText('Comfortable').click();
    await columns.getByRole('button', { name: 'Done' }).click();
    await page.reload();
    await page.getByRole('rowheader', { name: 'Alice' }).waitFor();
    expect(await headings()).toEqual(['Name', 'State', 'E-mail address', 'Registered', 'Actions']);
    const height = await page
      .getByRole('row')
      .nth(1)
      .evaluate((row) => row.getBoundingClientRect().height);
    expect(height).toBeGreaterThanOrEqual(48);
    await page.getByRole('button', { name: 'Columns' }).click();
    await columns.getByRole('button', { name: 'Reset' }).click();
    await until('the columns are as at first', async () => (await headings())[1] === 'E-mail address');
  });

  test('asks before the way back closes a dialog with entries', async () => {
    const page = await open('/manager/users');
    await page.getByRole('button', { name: 'Add a user' }).click();
    const field = page.getByRole('dialog', { name: 'Add a user' }).getByLabel('E-mail address');
    await field.fill('dan@example.com');
    await page.goBack();
    const question = page.getByRole('alertdialog', { name: 'Leave without applying the changes?' });
    await question.getByRole('button', { name: 'Stay on the page' }).click();
    expect(await field.inputValue()).toBe('dan@example.com');
    await page.goBack();
    await question.getByRole('button', { name: 'Leave page' }).click();
    await field.waitFor({ state: 'detached' });
  });

  test.each(['users', 'devices', 'pairs', 'groups', 'logs'])(
    'shows all columns of %s at once',
    async (list) => {
      const page = await open(`/manager/${list}`);
      const table = page.getByRole('table');
      await table.waitFor();
      const hidden = await table.evaluate(({ parentElement }) =>
        parentElement ? parentElement.scrollWidth - parentElement.clientWidth : null,
      );
      expect(hidden).toBe(0);
    },
  );

  test('shows at which side of a table columns are hidden, without moving it', async () => {
    const page = await open('/manager/users');
    await page.getByRole('rowheader', { name: 'Alice' }).waitFor();
    const table = page.getByRole('table');
    const [start, end] = [page.locator('[data-hidden=start]'), page.locator('[data-hidden=end]')];
    expect(await end.count()).toBe(0);
    await page.setViewportSize({ width: 768, height: 800 });
    await end.waitFor();
    expect(await start.count()).toBe(0);
    const before = await table.boundingBox();
    const scroll = (by: number) =>
      table.evaluate(({ parentElement }, left) => parentElement?.scrollBy({ left }), by);
    await scroll(100);
    await start.waitFor();
    await scroll(1000);
    await end.waitFor({ state: 'detached' });
    await scroll(-1000);
    await start.waitFor({ state: 'detached' });
    expect(await table.boundingBox()).toEqual(before);
  });

  test('lets a manager be called while working in it', async () => {
    const { mail } = people.system.account('manager');
    const pair = (await people.system.write('bob', 'POST', '/pairs', { mail, name: 'The manager' })) as {
      readonly id: string;
    };
    await people.system.write('manager', 'POST', `/pairs/${pair.id}/approval`);
    const page = await open('/manager/users');
    const bob = await people.person('bob');
    await callPair(bob, 'The manager');
    await page.getByTestId('incoming-call').waitFor();
    await page.getByTestId('decline').click();
    await page.getByRole('heading', { name: 'Users' }).waitFor();
  });
});
