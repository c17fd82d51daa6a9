import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { IMPORT_CHUNK_ROWS } from '#protocol/limits.ts';
import { makeSerial } from '#protocol/serial.ts';
import { asAdmin } from './support/as-admin.ts';
import { violationsIn } from './support/axe.ts';
import { hasFocus } from './support/keyboard.ts';
import { devicePath } from './support/kiosk.ts';
import { setUpPeople } from './support/set-up.ts';
import { until } from './support/until.ts';

interface Listed {
  readonly 'hydra:member': readonly {
    readonly id: string;
    readonly email: string;
    readonly nickname: string;
  }[];
  readonly 'hydra:totalItems': number;
}

interface Named {
  readonly '@id': string;
  readonly id: string;
}

describe('many rows at once', () => {
  const people = setUpPeople();
  const domain = () => people.system.account('manager').mail.split('@')[1] ?? '';
  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

  const cutOff = (shown: Locator): Promise<boolean> =>
    shown.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);

  /** Users of the customer whose names begin with a word; made by the manager. */
  const makeUsers = async (word: string, count: number): Promise<void> => {
    for (let number = 1; number <= count; number += 1) {
      await people.system.write('manager', 'POST', '/users', {
        email: `${word}${number}@${domain()}`,
        nickname: `${word} ${number}`,
        plainPassword: 'correct horse battery',
      });
    }
  };
  const headingHasFocus = (page: Page) =>
    until('the heading has the focus', () => hasFocus(page.getByRole('heading', { level: 1 })));
  const found = async (word: string): Promise<number> =>
    ((await people.system.read('manager', `/users?search=${word}`)) as Listed)['hydra:totalItems'];

  test('are deleted by one task: asked for first, followed to its end, found again', async () => {
    await makeUsers('leaver', 12);
    const page = await people.signedIn('manager');
    await page.goto('/manager/users?search=leaver&pageSize=10');
    await page.getByRole('row').filter({ hasText: 'leaver' }).first().waitFor();
    await page.getByRole('table').getByRole('checkbox').first().check();
    await button(page, /^Select all 12/).click();
    await button(page, 'Delete').click();
    const question = page.getByRole('dialog', { name: 'Delete' });
    await question.getByText('12 users will be deleted.').waitFor();
    expect(await violationsIn(page)).toEqual([]);

    // More than ten: their number is typed.
    await question.getByRole('button', { name: 'Delete' }).click();
    expect(await found('leaver')).toBe(12);
    await question.getByLabel('Number').fill('12');
    await question.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('12 of 12', { exact: true }).waitFor();
    await until('all are gone', async () => (await found('leaver')) === 0);
    expect(await violationsIn(page)).toEqual([]);
    await page.getByRole('link', { name: 'Show the task' }).click();

    await page.getByRole('heading', { name: 'Delete · Users' }).waitFor();
    await page.getByText('Finished', { exact: true }).waitFor();
    await page.getByRole('cell', { name: 'Done' }).first().waitFor();
    expect(await page.getByRole('rowheader', { name: 'Deleted user' }).count()).toBe(12);
    await page.setViewportSize({ width: 1280, height: 800 });
    const heading = page.getByRole('columnheader', { name: 'Row', exact: true });
    await heading.getByRole('button').click();
    await heading.and(page.locator('[aria-sort=ascending]')).waitFor();
    expect(await cutOff(heading.getByText('Row'))).toBe(false);
    await page.goto('/manager/tasks');
    await page.getByRole('link', { name: 'Delete · Users' }).first().waitFor();
    expect(await page.locator('[data-hidden]').count()).toBe(0);
    for (const cell of await page.getByRole('row').nth(1).getByRole('cell').all()) {
      expect(await cutOff(cell), (await cell.textContent()) ?? '').toBe(false);
    }
  });

  test('say why one of them failed, which can be tried again', async () => {
    await makeUsers('mixed', 2);
    const page = await people.signedIn('manager');
    // The only manager of the customer is not deleted.
    const own = await people.system.read('manager', '/users/current');
    await page.goto(`/manager/users?pageSize=100`);
    const choose = (name: string) =>
      page.getByRole('row').filter({ hasText: name }).getByRole('checkbox').check();
    await choose(`mixed1@${domain()}`);
    await choose((own as { readonly email: string }).email);
    await button(page, 'Delete').click();
    const question = page.getByRole('dialog', { name: 'Delete' });
    await question.getByText('2 users will be deleted.').waitFor();
    await question.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('link', { name: 'Show the failed ones' }).click();

    const row = page.getByRole('row').filter({ hasText: 'customer’s last manager' });
    await row.getByText('last-manager').waitFor();
    const reason = row.getByRole('cell', { name: 'customer’s last manager' });
    expect(await cutOff(reason)).toBe(false);
    expect(new URL(page.url()).searchParams.get('state')).toBe('failed');
    await button(page, 'Retry failed rows').click();
    await until('it has run again', async () => {
      const { 'hydra:member': tasks } = (await people.system.read('manager', '/tasks?pageSize=1')) as {
        readonly 'hydra:member': readonly { readonly state: string; readonly failed: number }[];
      };
      return tasks[0]?.state === 'finished' && tasks[0].failed === 1;
    });
    await row.getByText('last-manager').waitFor();

    const downloads = page.waitForEvent('download');
    await button(page, 'Export CSV').click();
    const text = await readFile(await (await downloads).path(), 'utf8');
    expect(text).toContain('last-manager');
    await button(page, 'Delete').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.waitForURL(/\/manager\/tasks$/);
  });

  test('are changed, and have their former state again when that is undone', async () => {
    const page = await people.person('manager');
    const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });
    const row = (name: string) => page.getByRole('row').filter({ hasText: name });
    const state = async () =>
      ((await people.system.read('manager', await devicePath(people))) as { readonly state: string }).state;
    // A dialog that came with the address was opened by nothing on the screen.
    await page.goto('/manager/devices?pageSize=100&add');
    await dialog('Add devices').waitFor();
    await page.keyboard.press('Escape');
    await headingHasFocus(page);
    const { long, printed } = makeSerial('DUO', Math.floor(Math.random() * 99_999));
    await button(page, 'Add devices').click();
    await dialog('Add devices').getByLabel('Serial numbers').fill(long);
    await dialog('Add devices').getByRole('button', { name: 'Add', exact: true }).click();
    await dialog('Devices added: 1 of 1').getByRole('button', { name: 'Done' }).click();
    await until('the focus is back', () => hasFocus(button(page, 'Add devices')));

    const disable = async (...names: readonly string[]) => {
      for (const name of names) await row(name).getByRole('checkbox').check();
      await button(page, 'Disable').click();
      await dialog('Disable').getByRole('button', { name: 'Disable' }).click();
      await page.getByText(`${names.length} of ${names.length}`, { exact: true }).waitFor();
      await until('they are disabled', async () => (await state()) === 'DISABLED');
      await button(page, 'Undo').click();
    };
    await disable('Reception');
    await dialog('Undo').getByText('1 of 1', { exact: true }).waitFor();
    await until('it is enabled again', async () => (await state()) === 'ENABLED');
    await until('a button has the focus', () =>
      hasFocus(dialog('Undo').getByRole('button', { name: 'Close' })),
    );
    await dialog('Undo').getByRole('button', { name: 'Close' }).click();

    // More than one: asked for first.
    await disable('Reception', printed);
    const question = page.getByRole('alertdialog', { name: 'Undo the changes?' });
    await question.getByText(/^2 items get their former values back/).waitFor();
    expect(await state()).toBe('DISABLED');
    await question.getByRole('button', { name: 'Undo' }).click();
    await dialog('Undo').getByText('2 of 2', { exact: true }).waitFor();
    await until('it is enabled again', async () => (await state()) === 'ENABLED');
    expect(await violationsIn(page)).toEqual([]);
    // Once: what has undone it is not undone.
    expect(await button(page, 'Undo').count()).toBe(0);
    await page.getByRole('link', { name: 'Show the task' }).click();
    await page.getByRole('heading', { name: 'Undo · Devices' }).waitFor();
    await page.getByRole('link', { name: /^Undoes Edit · Devices, / }).click();
    await page.getByRole('heading', { name: 'Edit · Devices' }).waitFor();
    await page.getByRole('link', { name: /^Undone, / }).click();
    await page.getByRole('heading', { name: 'Undo · Devices' }).waitFor();
  });

  test('are moved to another customer by a task that is called so and names the customer', async () => {
    const { write } = people.system;
    const { long } = makeSerial('MOVED', Math.floor(Math.random() * 99_999));
    const device = (await write('manager', 'POST', '/devices', { serialNumber: long })) as Named;
    const harbour = { name: 'Harbour', mail: `harbour@${domain()}` };
    const customer = (await write('admin', 'POST', '/customers', harbour)) as Named;
    const body = { customer: customer['@id'] };
    const move = { resource: 'devices', action: 'merge', ids: [device.id], body };
    const task = (await write('admin', 'POST', '/tasks', move)) as Named;
    const page = await asAdmin(people, `/manager/tasks/${task.id}`);
    await page.getByRole('heading', { name: 'Move · Devices' }).waitFor();
    await page.getByText('New customer: Harbour').waitFor();
    await page.goto('/manager/tasks');
    await page.getByRole('link', { name: 'Move · Devices' }).first().waitFor();
  });

  test('leave as a file with the columns as shown, in the language of the page', async () => {
    await makeUsers('export', 3);
    const page = await people.signedIn('manager');
    await page.goto('/manager/users?search=export&sort=email:desc');
    await page.getByRole('row').filter({ hasText: 'export1' }).waitFor();
    const downloads = page.waitForEvent('download');
    await button(page, 'Export CSV').click();
    const download = await downloads;
    expect(download.suggestedFilename()).toMatch(/^users \d{4}-\d\d-\d\d\.csv$/);
    const text = await readFile(await download.path(), 'utf8');
    const lines = text.split('\r\n');
    expect(lines[0]).toMatch(/^\ufeffName,E-mail address,State,Role/);
    expect(lines.slice(1, 4).map((line) => line.split(',').slice(0, 4).join())).toEqual(
      [3, 2, 1].map((number) => `export ${number},export${number}@${domain()},Not verified,User`),
    );
  });

  test('come in from a file of Excel in Japan: checked first, then run', async () => {
    // メールアドレス,名前 and 木村 in Shift_JIS.
    const heading = '83 81 81 5b 83 8b 83 41 83 68 83 8c 83 58 2c 96 bc 91 4f 0d 0a';
    const line = (mail: string) => [Buffer.from(`${mail},`), Buffer.from('96d891ba0d0a', 'hex')];
    const buffer = Buffer.concat([
      Buffer.from(heading.replaceAll(' ', ''), 'hex'),
      ...['import1', 'import2'].flatMap((name) => line(`${name}@${domain()}`)),
      ...line('nonsense'),
    ]);
    const page = await people.signedIn('manager');
    await page.goto('/manager/users');
    await page.getByRole('link', { name: 'Import CSV' }).click();
    await page
      .getByLabel('CSV file with headings in the first row')
      .setInputFiles({ name: 'users.csv', mimeType: 'text/csv', buffer });
    await page.getByText('3 rows · Shift_JIS').waitFor();
    await page.getByText('For example 木村, 木村').waitFor();
    expect(await violationsIn(page)).toEqual([]);
    await button(page, 'Check the rows').click();

    await page.getByText('Ready to run', { exact: true }).waitFor();
    await page.getByText('Will be added').first().waitFor();
    expect(await found('import')).toBe(0);
    // The page belongs to its rows: what it says of all of them stands beside the filters.
    await page.setViewportSize({ width: 1280, height: 800 });
    const { y: top = 800 } = (await page.getByRole('table').boundingBox()) ?? {};
    expect(top).toBeLessThan(200);
    await page.getByRole('link', { name: 'Show them' }).click();
    await page.getByRole('row').filter({ hasText: 'nonsense' }).getByText('mail-format').waitFor();
    await until('the list has the focus', () => hasFocus(button(page, 'Filters')));
    expect(await violationsIn(page)).toEqual([]);
    const downloads = page.waitForEvent('download');
    await button(page, 'Export CSV').click();
    const failures = await readFile(await (await downloads).path(), 'utf8');
    expect(failures).toContain('E-mail address: The e-mail address format is wrong.');
    expect(failures).toContain('Can’t be imported');
    // What has been mended elsewhere is found by another check of the same file.
    await people.system.write('manager', 'POST', '/users', {
      email: `import1@${domain()}`,
      nickname: '木村',
      plainPassword: 'correct horse battery',
    });
    await button(page, 'Import 2 rows').waitFor();
    await button(page, 'Check again').click();
    await button(page, 'Import 1 row').waitFor();
    // A check of few rows can be over before the page hears that it runs: then the button was there all the time.
    await until(
      'the focus is not lost',
      async () =>
        (await hasFocus(page.getByRole('heading', { level: 1 }))) ||
        (await hasFocus(button(page, 'Check again'))),
    );
    await button(page, 'Import 1 row').click();
    await page.getByText('Finished with failures', { exact: true }).waitFor();
    await headingHasFocus(page);
    const { 'hydra:member': made } = (await people.system.read('manager', '/users?search=import')) as Listed;
    expect(made.map(({ nickname }) => nickname)).toEqual(['木村', '木村']);
  });

  test('say what each row would change, and what it did', async () => {
    await makeUsers('renamed', 1);
    const page = await people.person('manager');
    const refused: string[] = [];
    page.on('response', (response) => {
      if (response.status() === 409) refused.push(response.url());
    });
    await page.goto('/manager/import/users');
    const lines = [`renamed1@${domain()},New name`, `renamed2@${domain()},Second`];
    await page.getByLabel('CSV file with headings in the first row').setInputFiles({
      name: 'staff\u200b list.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['email,nickname', ...lines].join('\n')),
    });
    await button(page, 'Check the rows').click();
    await page.getByText('File: staff list.csv').waitFor();
    const row = (name: string) => page.getByRole('row').filter({ hasText: `${name}@` });
    await row('renamed1').getByText('Will be changed').waitFor();
    await row('renamed1').getByText('Name: renamed 1 New name').waitFor();
    await row('renamed2').getByText('Will be added').waitFor();
    expect(await violationsIn(page)).toEqual([]);
    const invitations = page.waitForResponse('**/invitations');
    await page.reload();
    await invitations;

    await button(page, 'Import 2 rows').click();
    await row('renamed1').getByText('Changed', { exact: true }).waitFor();
    await row('renamed1').getByText('Name: renamed 1 New name').waitFor();
    await row('renamed2').getByText('Added', { exact: true }).waitFor();
    await page.getByRole('status').filter({ hasText: '2 of 2 · 1 added · 1 changed' }).waitFor();
    expect(await violationsIn(page)).toEqual([]);
    const downloads = page.waitForEvent('download');
    await button(page, 'Export CSV').click();
    expect(await readFile(await (await downloads).path(), 'utf8')).toContain('Name: renamed 1 → New name');
    await page.getByRole('link', { name: 'Tasks' }).first().click();
    await page
      .getByRole('row')
      .filter({ hasText: 'staff list.csv' })
      .getByText('Finished', { exact: true })
      .waitFor();
    // Once an import runs, the page must not request its invitations any more.
    expect(refused).toEqual([]);
  });

  test('go on with the rows that were left out when the task was cancelled', async () => {
    const count = IMPORT_CHUNK_ROWS;
    const rows = Array.from({ length: count }, (_, at) => ({ email: `halfway${at}@${domain()}` }));
    const write = (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
      people.system.write('manager', method, path, body);
    const { id } = (await write('POST', '/tasks', { resource: 'users', action: 'import' })) as {
      readonly id: string;
    };
    await write('PUT', `/tasks/${id}/chunks/0`, { rows });
    const page = await people.signedIn('manager');
    await page.goto(`/manager/tasks/${id}`);
    await write('POST', `/tasks/${id}/check`);
    await button(page, `Import ${count} rows`).waitFor();
    await write('POST', `/tasks/${id}/run`);
    await write('DELETE', `/tasks/${id}`);
    await page.getByText('Cancelled', { exact: true }).waitFor();
    await button(page, 'Continue with the remaining rows').click();
    await page.getByText(`${count} of ${count} · ${count} added`, { exact: true }).waitFor();
    await page.getByText('Finished', { exact: true }).waitFor();
    await headingHasFocus(page);
    expect(await found('halfway')).toBe(count);
  });

  test('are said not to be there before anything is said of their rows', async () => {
    const page = await people.person('manager');
    const id = crypto.randomUUID();
    const seen = Promise.withResolvers<void>();
    await page.route(`**/api/v1/tasks/${id}`, async (route) => {
      await seen.promise;
      await route.continue();
    });
    const listed = page.waitForResponse((response) => response.url().includes(`task=${id}`));
    await page.goto(`/manager/tasks/${id}`);
    await (await listed).finished();
    await page.getByRole('heading', { name: 'Task', exact: true }).waitFor();
    expect(await page.getByText('No rows').count()).toBe(0);
    seen.resolve();
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  });

  test('come in once, though sending breaks off, the page is closed, and the file comes again', async () => {
    const rows = Array.from(
      { length: IMPORT_CHUNK_ROWS + 2 },
      (_, at) => `again${at}@${domain()},Again ${at}`,
    );
    const buffer = Buffer.from(['email,nickname', '', ...rows].join('\n'));
    const check = async (page: Page) => {
      await page.goto('/manager/import/users');
      await page
        .getByLabel('CSV file with headings in the first row')
        .setInputFiles({ name: 'users.csv', mimeType: 'text/csv', buffer });
      await button(page, 'Check the rows').click();
    };
    const page = await people.person('manager');
    const sent: (string | undefined)[] = [];
    await page.route('**/chunks/*', async (route) => {
      sent.push(route.request().url().split('/').at(-1));
      if (sent.length === 2) await route.abort();
      else await route.continue();
    });
    await check(page);
    await button(page, 'Continue').click();
    await page.getByText('Ready to run', { exact: true }).waitFor();
    expect(sent).toEqual(['0', '1', '1']);
    // The row of the file, which has an empty one below its headings.
    await page
      .getByRole('row')
      .filter({ hasText: 'again0@' })
      .getByRole('cell', { name: '3', exact: true })
      .waitFor();
    await Promise.all([page.waitForResponse('**/run'), button(page, `Import ${rows.length} rows`).click()]);
    // Signing out would end it, and asks.
    await button(page, 'Sign out').click();
    const question = page.getByRole('alertdialog', { name: 'Sign out while tasks are running?' });
    await question.getByRole('listitem').filter({ hasText: 'Import · Users' }).waitFor();
    await question.getByRole('button', { name: 'Stay signed in' }).click();
    await until('the focus is back', () => hasFocus(button(page, 'Sign out')));
    await page.close();
    await until('all are there', async () => (await found('again')) === rows.length);

    const other = await people.person('manager');
    await check(other);
    await other.getByText('Ready to run', { exact: true }).waitFor();
    await other.getByRole('cell', { name: 'Nothing to change' }).first().waitFor();
    expect(await button(other, 'Nothing to import').isDisabled()).toBe(true);
    expect(await found('again')).toBe(rows.length);
  });
});
