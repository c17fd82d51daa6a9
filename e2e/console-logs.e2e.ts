import { describe, expect, test } from 'vitest';
import { makeSerial } from '#protocol/serial.ts';
import { setUpPeople } from './support/set-up.ts';

describe('the audit log in the console', () => {
  const people = setUpPeople({ prepare: (page) => page.setViewportSize({ width: 1280, height: 800 }) });

  test('is searched by name, and an entry opens with who did what and from where', async () => {
    const page = await people.signedIn('manager');
    await page.goto('/manager/logs');
    const search = page.getByRole('searchbox', { name: 'Search by name or IP address' });
    const row = page.getByRole('row').filter({ hasText: 'Signed in' }).first();
    await row.waitFor();
    await search.fill('nothing has this name');
    await row.waitFor({ state: 'detached' });
    expect(new URL(page.url()).searchParams.get('search')).toBe('nothing has this name');
    await search.fill(people.system.account('manager').mail);
    await row.waitFor();
    await row.getByRole('button', { name: /^More options for/ }).click();
    await page.getByRole('menuitem', { name: 'Details' }).click();
    const dialog = page.getByRole('dialog', { name: 'Log entry' });
    await dialog.getByText('IP address').waitFor();
    await dialog.getByRole('link', { name: 'Show the object' }).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
  });

  test('says what was changed in the words of the screens, in both languages', async () => {
    const { long, printed } = makeSerial('HALL', Math.floor(Math.random() * 99_999));
    const { id } = (await people.system.write('manager', 'POST', '/devices', { serialNumber: long })) as {
      readonly id: string;
    };
    await people.system.write('manager', 'PATCH', `/devices/${id}`, {
      state: 'DISABLED',
      answersByItself: true,
    });
    const page = await people.signedIn('manager');
    await page.goto(`/manager/logs?search=${printed}&action=update`);
    const row = page.getByRole('row').filter({ hasText: printed });
    await row.getByText('State: Enabled').waitFor();
    await row.getByText('Answer automatically: Off').waitFor();
    await row.getByRole('button', { name: /^More options for/ }).click();
    await page.getByRole('menuitem', { name: 'Details' }).click();
    const change = page.getByRole('dialog', { name: 'Log entry' }).getByRole('row');
    const texts = async () => (await change.allTextContents()).slice(1).sort();
    await expect.poll(texts).toEqual(['Answer automaticallyOffOn', 'StateEnabledDisabled']);
    await page.evaluate(() => localStorage.setItem('hibiki.lang', 'ja'));
    await page.reload();
    await row.getByText('状態: 有効').waitFor();
    await row.getByText('自動で応答する: オフ').waitFor();
  });
});
