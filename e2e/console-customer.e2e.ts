import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { asAdmin } from './support/as-admin.ts';
import { callPair } from './support/calls.ts';
import { framesFlow } from './support/frames.ts';
import { setUpPeople } from './support/set-up.ts';
import { until } from './support/until.ts';

const WIDE = { width: 1280, height: 800 };

describe('the customers in the console', () => {
  const people = setUpPeople();

  const open = async (path: string, who: 'manager' | 'admin'): Promise<Page> => {
    if (who === 'admin') return await asAdmin(people, path);
    const page = await people.signedIn(who);
    await page.setViewportSize(WIDE);
    await page.goto(path);
    return page;
  };
  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
  const domain = () => people.system.account('alice').mail.split('@')[1];

  test('switch a feature off in a running call, and undo that', async () => {
    const [alice, bob] = await Promise.all([people.person('alice'), people.person('bob')]);
    await callPair(alice, 'Bob');
    await bob.getByTestId('accept').click();
    await framesFlow(alice, 1);
    await alice.getByTestId('screen-toggle').waitFor();

    const page = await open('/manager/customer', 'manager');
    await page.getByRole('link', { name: 'Features' }).click();
    const flag = page.getByRole('switch', { name: '1-to-1 chat: Sharing the screen' });
    const cell = page.getByRole('row', { name: 'Sharing the screen' }).getByRole('cell').first();
    await cell.getByText('In force').waitFor();
    await flag.click();
    await alice.getByTestId('screen-toggle').waitFor({ state: 'detached' });
    await cell.getByText('Off', { exact: true }).waitFor();
    await button(page, 'Undo').click();
    await alice.getByTestId('screen-toggle').waitFor();
    await cell.getByText('In force').waitFor();
    await expect.poll(() => flag.isChecked()).toBe(true);
  });

  test('say alike of all features that are being switched on that they are not in force yet', async () => {
    const page = await open('/manager/customer', 'manager');
    await page.getByRole('link', { name: 'Features' }).click();
    const names = ['Sharing the screen', 'Sharing a camera'];
    const cell = (name: string) => page.getByRole('row', { name }).getByRole('cell').first();
    const flag = (name: string) => page.getByRole('switch', { name: `1-to-1 chat: ${name}` });
    for (const name of names) {
      await flag(name).click();
      await cell(name).getByText('Off', { exact: true }).waitFor();
    }
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route(/\/api\/v1\/features\//, async (route) => {
      await held;
      await route.continue();
    });
    for (const name of names) await flag(name).click();
    for (const name of names) await cell(name).getByText('Not in force yet').waitFor();
    release();
    for (const name of names) await cell(name).getByText('In force', { exact: true }).waitFor();
  });

  test('say what is in the way of a feature', async () => {
    const page = await open('/manager/customer', 'manager');
    await page.getByRole('link', { name: 'Features' }).click();
    const group = page.getByRole('row', { name: 'Recording calls' }).getByRole('cell').last();
    await group.getByText('In force').waitFor();
    const calls = page.getByRole('switch', { name: '1-to-1 chat: Making calls' });
    await calls.focus();
    await page.keyboard.press('Space');
    // It ends calls, which no undo brings back.
    const question = page.getByRole('alertdialog', { name: 'Switch 1-to-1 chat off?' });
    await question.getByText('All calls of this customer end at once, those of groups too.').waitFor();
    await question.getByRole('button', { name: 'Switch off' }).click();
    await group.getByText('1-to-1 chat is off').waitFor();
    expect(await calls.evaluate((element) => element === document.activeElement)).toBe(true);
    await page
      .getByRole('row', { name: 'Recording calls' })
      .getByRole('cell')
      .first()
      .getByText('Making calls is off for this customer')
      .waitFor();
    await page.keyboard.press('Space');
    await group.getByText('In force').waitFor();
    expect(await calls.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  test('can switch a service on of which there is no record', async () => {
    const { id } = (await people.system.read('manager', '/customers/current')) as { readonly id: string };
    const { 'hydra:member': features } = (await people.system.read(
      'manager',
      `/features?customer=${id}`,
    )) as {
      readonly 'hydra:member': readonly { readonly id: string; readonly name: string }[];
    };
    const group = features.find(({ name }) => name === 'feature_service_group_chat');
    await people.system.write('admin', 'DELETE', `/features/${group?.id}`);
    const page = await open('/manager/customer', 'manager');
    await page.getByRole('link', { name: 'Features' }).click();
    await page.getByRole('switch', { name: 'Group chat: Making calls' }).click();
    await page.getByRole('switch', { name: 'Group chat: Recording calls' }).waitFor();
    const calls = page.getByRole('row', { name: 'Making calls' });
    await until('both services are in force', async () => (await calls.getByText('In force').count()) === 2);
  });

  test('are added, edited in two tabs, and deleted by typing their name', async () => {
    const page = await open('/manager/customer', 'admin');
    await button(page, 'Add a customer').click();
    const add = page.getByRole('dialog', { name: 'Add a customer' });
    expect(await add.getByLabel('Name', { exact: true }).inputValue()).toBe('new customer setting');
    expect(await add.getByLabel('Time zone').inputValue()).toBe('Asia/Tokyo');
    await add.getByLabel('Name', { exact: true }).fill('Acme');
    await add.getByLabel('E-mail address').fill(`acme@${domain()}`);
    await add.getByLabel('Time zone').fill('Nowhere/City');
    await add.getByRole('button', { name: 'Add', exact: true }).click();
    await add.getByText('This isn’t valid.').waitFor();
    await add.getByLabel('Time zone').fill('Europe/Berlin');
    await add.getByRole('button', { name: 'Add', exact: true }).click();
    // Behind the dialog nothing can be typed.
    await add.waitFor({ state: 'detached' });
    // Among those of all tests it may be on a later page.
    await page.getByRole('searchbox', { name: 'Search customers' }).fill(`acme@${domain()}`);
    await row(page, 'Acme').getByText('Not verified').waitFor();

    await page.getByRole('link', { name: 'Acme', exact: true }).click();
    await page.getByRole('heading', { name: 'Acme', level: 1 }).waitFor();
    const other = await page.context().newPage();
    await other.goto(page.url());
    await button(page, 'Edit').click();
    await button(other, 'Edit').click();
    const save = async (tab: Page, name: string) => {
      const dialog = tab.getByRole('dialog', { name: 'Edit Acme' });
      await dialog.getByLabel('Name', { exact: true }).fill(name);
      await dialog.getByRole('button', { name: 'Save' }).click();
    };
    await save(other, 'Acme Two');
    await other.getByRole('heading', { name: 'Acme Two', level: 1 }).waitFor();
    await save(page, 'Acme One');
    const question = page.getByRole('dialog', { name: 'This was changed elsewhere in the meantime' });
    await question.getByText('Acme Two').waitFor();
    await question.getByLabel('Your change').check();
    await question.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Acme One', level: 1 }).waitFor();
    await other.close();
    await page.getByText('Acme One was changed').waitFor();
    await button(page, 'Undo').click();
    await page.getByRole('heading', { name: 'Acme Two', level: 1 }).waitFor();

    await button(page, 'Delete').click();
    const remove = page.getByRole('dialog', { name: 'Delete Acme Two?' });
    await remove.getByLabel('Name').fill('Acme');
    await remove.getByRole('button', { name: 'Delete' }).click();
    await remove.getByText('Type exactly what’s shown above.').waitFor();
    await remove.getByLabel('Name').fill('Acme Two');
    await remove.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'Customer settings', level: 1 }).waitFor();
    await until('the customer is gone', async () => (await row(page, 'Acme Two').count()) === 0);
  });

  test('say why they cannot be deleted while there is something in them', async () => {
    const customer = (await people.system.read('manager', '/customers/current')) as { readonly id: string };
    const page = await open(`/manager/customer/${customer.id}?delete=${customer.id}`, 'admin');
    const dialog = page.getByRole('dialog', { name: /can’t be deleted/ });
    await dialog.getByRole('link', { name: /\d+ users?/ }).waitFor();
    await dialog.getByRole('link', { name: 'Its services' }).click();
    await page.getByRole('table', { name: 'Features of the customer' }).waitFor();
  });

  test('have managers, who are found by search, and removed with an undo', async () => {
    const customer = (await people.system.read('manager', '/customers/current')) as { readonly id: string };
    const page = await open(`/manager/customer/${customer.id}/managers`, 'admin');
    await button(page, 'Add a manager').click();
    const dialog = page.getByRole('dialog', { name: 'Add a manager' });
    await dialog.getByRole('searchbox').fill(people.system.account('carol').mail);
    await dialog.getByRole('button', { name: people.system.account('carol').mail }).click();
    await button(page, 'Remove as manager: Carol').click();
    await button(page, 'Remove as manager: Carol').waitFor({ state: 'detached' });
    // The newest offer: that of adding may still be there.
    await button(page, 'Undo').last().click();
    await button(page, 'Remove as manager: Carol').click();
    await button(page, 'Remove as manager: Carol').waitFor({ state: 'detached' });
  });
});

describe('an administrator', () => {
  const people = setUpPeople();

  test('signs in to the console, and looks after administrators', async () => {
    const { mail } = people.system.account('admin');
    const page = await asAdmin(people, '/manager');
    await page.getByRole('link', { name: 'Administrators' }).click();
    const second = `second-${mail}`;
    const row = page.getByRole('row').filter({ hasText: second });
    await page.getByRole('button', { name: 'Add an administrator' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add an administrator' });
    await dialog.getByLabel('E-mail address').fill(second);
    await dialog.getByLabel('First password').fill('a long first password');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    // Among those of all tests it may be on a later page.
    await page.getByRole('searchbox', { name: 'Search administrators' }).fill(second);
    await row.getByText('Not verified').waitFor();
    await page.getByRole('button', { name: `More options for ${second}` }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await row.waitFor({ state: 'detached' });
  });
});
