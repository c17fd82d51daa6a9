import type { Locator, Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { asAdmin } from './support/as-admin.ts';
import { firstLink } from './support/mail-link.ts';
import { setUpPeople } from './support/set-up.ts';
import { settled } from './support/settled.ts';
import { until } from './support/until.ts';

const WIDE = { width: 1280, height: 800 };
const NOBODY = '00000000-0000-4000-8000-000000000000';

/** All of it can be seen and pressed, without anything being moved. */
const insideWindow = (shown: Locator): Promise<boolean> =>
  shown.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return (
      left >= 0 &&
      right <= innerWidth &&
      top >= 0 &&
      bottom <= innerHeight &&
      [left + 2, right - 2].every((x) => element.contains(document.elementFromPoint(x, (top + bottom) / 2)))
    );
  });

describe('the users in the console', () => {
  const people = setUpPeople({ prepare: (page) => page.setViewportSize(WIDE) });

  const open = async (path = '/manager/users', who = 'manager'): Promise<Page> => {
    const page = await people.signedIn(who);
    await page.goto(path);
    return page;
  };
  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
  const names = (page: Page) => page.getByRole('rowheader').allTextContents();
  const menuOf = async (page: Page, name: string, item: string) => {
    await button(page, `More options for ${name}`).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  const idOf = async (mail: string): Promise<string> => {
    const user = (await people.system.read('manager', `/users/by_email?email=${mail}`)) as { id: string };
    return user.id;
  };
  const queryOf = (page: Page) => new URL(page.url()).searchParams;

  test('are found by search, filter and order, which the address tells', async () => {
    const page = await open('/manager/users?sort=email:desc&verified=PERHAPS&page=-1');
    await row(page, 'Alice').waitFor();
    await until(
      'what is unknown is gone from the address',
      () => queryOf(page).toString() === new URLSearchParams({ sort: 'email:desc' }).toString(),
    );
    expect((await names(page)).at(-1)).toBe('Alice');
    // Deeper than the server counts pages.
    await page.goto('/manager/users?sort=email:desc&page=9999');
    await page.getByRole('main').getByRole('button', { name: 'First page' }).click();
    await row(page, 'Alice').waitFor();
    await page.getByRole('columnheader', { name: 'E-mail address' }).getByRole('button').click();
    await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
    await until('the first by name is first', async () => (await names(page))[0] === 'Alice');
    await expect.poll(() => page.locator('th[aria-sort]').allTextContents()).toEqual(['Name']);

    const search = page.getByRole('searchbox', { name: 'Search users' });
    await search.fill('b');
    await until('the first letter is in force', () => queryOf(page).get('search') === 'b');
    await search.fill('bo');
    await until('both letters are in force', () => queryOf(page).get('search') === 'bo');
    await until('one is left', async () => (await names(page)).join() === 'Bob');
    await page.getByText('1 result', { exact: true }).waitFor({ state: 'attached' });
    await button(page, 'Filters').click();
    await page.getByRole('dialog').getByLabel('Role').selectOption({ label: 'Manager' });
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
    await page.getByText('Nothing matches').waitFor();
    await page.goBack();
    await until('the way back takes the filter off', async () => (await names(page)).join() === 'Bob');
    await page.goBack();
    await row(page, 'Carol').waitFor();
    expect(await search.inputValue()).toBe('');
    await page.goForward();
    await until('the way forward searches again', async () => (await names(page)).join() === 'Bob');
    expect(await search.inputValue()).toBe('bo');
    await button(page, 'Clear').click();
    await row(page, 'Carol').waitFor();
    expect(queryOf(page).has('search')).toBe(false);
    await page.goBack();
    await until('the way back searches again', async () => (await names(page)).join() === 'Bob');
  });

  test('are moved through and opened by keys', async () => {
    const page = await open('/manager/users?sort=nickname:asc');
    await page.getByRole('link', { name: 'Alice' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Bob', level: 1 }).waitFor();
    const about = page.getByRole('navigation', { name: 'About Bob' });
    await about.getByRole('link', { name: 'Pairs' }).click();
    await row(page, 'Alice').getByText('Approved').waitFor();
    await about.getByRole('link', { name: 'Groups' }).click();
    await row(page, 'Demo group').getByRole('cell', { name: 'Member', exact: true }).waitFor();
    await about.getByRole('link', { name: 'Details' }).click();
    await page.getByText(people.system.account('bob').mail, { exact: true }).waitFor();
    await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Users' }).click();
    await row(page, 'Alice').waitFor();
  });

  test('are invited without a password, and the invitation is sent again', async () => {
    const page = await open();
    const mail = `dora@${people.system.account('alice').mail.split('@')[1]}`;
    await button(page, 'Add a user').click();
    const dialog = page.getByRole('dialog', { name: 'Add a user' });
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await dialog.getByText('The e-mail address has not been entered.').waitFor();
    await dialog.getByLabel('E-mail address').fill(people.system.account('bob').mail);
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await dialog.getByText('This e-mail address is already in use.').waitFor();
    await dialog.getByLabel('E-mail address').fill(mail);
    await dialog.getByLabel('Name (optional)').fill('Dora');
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await row(page, 'Dora').getByText('Invited').waitFor();
    const first = firstLink((await people.system.mailTo(mail)).text);
    await menuOf(page, 'Dora', 'Send invitation again');
    await page.getByText(`E-mail sent to ${mail} again`).waitFor();
    await until('another link is mailed', async () => {
      const { text } = await people.system.mailTo(mail);
      return firstLink(text) !== first;
    });
  });

  test('keep what two managers change at the same time', async () => {
    const page = await open();
    const { mail } = people.system.account('carol');
    const id = await idOf(mail);
    await menuOf(page, 'Carol', 'Edit');
    const dialog = page.getByRole('dialog', { name: 'Edit the user' });
    await dialog.getByLabel('Name (optional)').fill('Carol S.');
    await people.system.write('admin', 'PATCH', `/users/${id}`, { lang: 'en' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await row(page, 'Carol S.').waitFor();
    expect(await people.system.read('manager', `/users/${id}`)).toMatchObject({
      nickname: 'Carol S.',
      lang: 'en',
    });

    await menuOf(page, 'Carol S.', 'Edit');
    await dialog.getByLabel('Name (optional)').fill('Carol mine');
    await people.system.write('admin', 'PATCH', `/users/${id}`, { nickname: 'Carol theirs' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    const question = page.getByRole('dialog', { name: 'This was changed elsewhere in the meantime' });
    await question.getByText('Carol S.').waitFor();
    await question.getByText('Carol theirs').waitFor();
    expect(await question.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await question.getByLabel('Your change').check();
    await question.getByRole('button', { name: 'Save' }).click();
    await row(page, 'Carol mine').waitFor();
    await page.getByText('Carol mine was changed').waitFor();
    await page.keyboard.press('Control+z');
    await row(page, 'Carol theirs').waitFor();
    await people.system.write('admin', 'PATCH', `/users/${id}`, { nickname: 'Carol' });
  });

  test('are asked about before what was entered is thrown away', async () => {
    const page = await open();
    await row(page, 'Bob').waitFor();
    await menuOf(page, 'Bob', 'Edit');
    const dialog = page.getByRole('dialog', { name: 'Edit the user' });
    await dialog.getByLabel('Name (optional)').fill('Robert');
    await page.keyboard.press('Escape');
    const question = page.getByRole('alertdialog', { name: 'Discard the changes?' });
    await question.getByRole('button', { name: 'Keep editing' }).click();
    expect(await dialog.getByLabel('Name (optional)').inputValue()).toBe('Robert');
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Discard' }).click();
    await dialog.waitFor({ state: 'detached' });
    await row(page, 'Bob').waitFor();
  });

  test('become managers at once, which can be undone, and lose it after a question', async () => {
    const page = await open();
    await menuOf(page, 'Alice', 'Make a manager');
    await page.getByText(/^Alice is now a manager of /).waitFor();
    await row(page, 'Alice').getByText('Manager', { exact: true }).waitFor();
    await page.keyboard.press('Control+z');
    await row(page, 'Alice').getByText('User', { exact: true }).waitFor();
    await menuOf(page, 'Alice', 'Make a manager');
    await row(page, 'Alice').getByText('Manager', { exact: true }).waitFor();
    await menuOf(page, 'Alice', 'Revoke management');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('Alice is no longer a manager').waitFor();
    expect(
      await people.system.read('manager', `/users/${await idOf(people.system.account('alice').mail)}`),
    ).toMatchObject({ isManager: false, manages: [] });
  });

  test('are deleted after a question, and their page is then not found', async () => {
    const mail = `erin@${people.system.account('alice').mail.split('@')[1]}`;
    await people.system.write('manager', 'POST', '/users', { email: mail, nickname: 'Erin' });
    const id = await idOf(mail);
    const page = await open(`/manager/users/${id}`);
    await menuOf(page, 'Erin', 'Delete');
    const question = page.getByRole('alertdialog', { name: 'Delete “Erin”?' });
    await question.getByText(/This can’t be undone\./).waitFor();
    await question.getByRole('button', { name: 'Delete' }).click();
    await row(page, 'Alice').waitFor();
    expect(await row(page, 'Erin').count()).toBe(0);
    await page.goto(`/manager/users/${id}`);
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  });

  test('are cards on a phone, with everything that can be done', async () => {
    const page = await open();
    await page.setViewportSize({ width: 390, height: 844 });
    await row(page, 'Bob').waitFor();
    await button(page, 'More options for Bob').click();
    await page.getByRole('menuitem', { name: 'Delete' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByLabel('Select Bob').check();
    // Bob is verified: no link waits for him.
    expect(await button(page, 'Send link again').count()).toBe(0);
    for (const name of ['Clear the selection', 'Send a password reset link', 'Delete']) {
      expect(await insideWindow(button(page, name)), name).toBe(true);
    }
    await button(page, 'Clear the selection').click();
    await button(page, 'Navigation').click();
    await page.getByRole('dialog').getByRole('link', { name: 'Overview' }).click();
    await page.waitForURL('**/manager');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  test('of all customers are an administrator’s, who chooses one for every screen', async () => {
    const page = await people.stranger();
    const { mail, password } = people.system.account('admin');
    await page.goto('/manager/users');
    await page.getByLabel('E-mail address').fill(mail);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.locator('form').getByRole('button', { name: 'Sign in' }).click();
    await button(page, 'Customer: All customers').click();
    const { name } = (await people.system.read('manager', '/customers/current')) as { name: string };
    const dialog = page.getByRole('dialog', { name: 'Choose a customer' });
    await dialog.getByRole('searchbox').fill(name);
    await dialog.getByRole('button', { name, exact: true }).first().click();
    await button(page, `Customer: ${name}`).waitFor();
    const customer = queryOf(page).get('customer');
    expect(customer).toMatch(/^[0-9a-f-]{36}$/);
    await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Overview' }).click();
    await page.waitForURL('**/manager?*');
    expect(queryOf(page).get('customer')).toBe(customer);
    await page.goto('/user');
    await page.waitForURL('**/signin?*');
  });

  test('are moved to another customer, one or several, which can be undone', async () => {
    const page = await asAdmin(people, '/manager/users');
    const own = (await people.system.read('manager', '/customers/current')) as { id: string };
    const other = `Elsewhere ${own.id}`;
    await people.system.write('admin', 'POST', '/customers', {
      name: other,
      mail: `${own.id}@example.com`,
    });
    const chooseOther = async () => {
      const dialog = page.getByRole('dialog', { name: 'Choose a customer' });
      await dialog.getByRole('searchbox').fill(other);
      await dialog.getByRole('button', { name: other }).click();
    };
    await page.goto(`/manager/users?customer=${own.id}`);
    await menuOf(page, 'Bob', 'Move to another customer');
    await chooseOther();
    await page.getByText(`Bob was moved to ${other}`).waitFor();
    await row(page, 'Bob').waitFor({ state: 'detached' });
    await button(page, 'Undo').click();
    await page.getByLabel('Select Bob').check();
    await page.getByLabel('Select Carol').check();
    await button(page, 'Move to another customer…').click();
    await chooseOther();
    const question = page.getByRole('dialog', { name: 'Move to another customer', exact: true });
    await question.getByText('2 users will be changed.').waitFor();
    await question.getByText(`They are moved to ${other}.`).waitFor();
    await question.getByRole('button', { name: 'Move to another customer' }).click();
    await row(page, 'Bob').waitFor({ state: 'detached' });
    await button(page, 'Undo').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).click();
    await row(page, 'Carol').waitFor();
  });

  test('are listed as without them where parameters of the address are empty', async () => {
    const page = await people.signedIn('manager');
    const errors: string[] = [];
    page.on('response', (response) => {
      if (response.status() >= 400) errors.push(response.url());
    });
    for (const path of [
      'users?edit=&customer=',
      'groups?edit=&invite=&delete=',
      'logs?entry=',
      'customer?edit=&delete=',
    ]) {
      await page.goto(`/manager/${path}`);
      await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
      await settled(page);
      expect(await page.getByRole('dialog').count(), path).toBe(0);
    }
    expect(errors).toEqual([]);
    // What needs no id is opened by its name alone.
    await page.goto('/manager/users?add=');
    await page.getByRole('dialog', { name: 'Add a user' }).waitFor();
  });

  test('that are not there are taken off the address, and so is a customer', async () => {
    const page = await asAdmin(people, '/manager/users');
    await page.goto(`/manager/users?customer=${NOBODY}`);
    await button(page, 'Customer: All customers').waitFor();
    await until('the customer is gone from the address', () => !queryOf(page).has('customer'));
    for (const dialog of ['users?edit', 'pairs?pair', 'notifications?edit', 'devices?edit']) {
      await page.goto(`/manager/${dialog}=${NOBODY}`);
      await page.getByText(/^The item in this link doesn’t exist/).waitFor();
      await until('the dialog is gone from the address', () => queryOf(page).size === 0);
    }
  });
});
