import { describe, expect, test } from 'vitest';
import { makeSerial } from '#protocol/serial.ts';
import { addPastCalls } from './support/call-history.ts';
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

  test('shows rows at once, but no time before the time zone of the customer is known', async () => {
    const page = await people.signedIn('manager');
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route(/\/api\/v1\/customers\/[^/]+$/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/manager/logs');
    const row = page.getByRole('row').filter({ hasText: 'Signed in' }).first();
    await row.getByText('…', { exact: true }).waitFor();
    expect(await page.locator('main').textContent()).not.toMatch(/\d\d:\d\d/);
    release();
    await page.getByText('Times are in the time zone Asia/Tokyo.').waitFor();
    await row.getByText(/\d\d:\d\d/).waitFor();
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

  test('names what was exported, on rows of one line with most room for the changes', async () => {
    const { mail } = people.system.account('alice');
    const { id } = (await people.system.read('manager', `/users/by_email?email=${mail}`)) as {
      readonly id: string;
    };
    await people.system.write('manager', 'POST', `/users/${id}/reset`);
    await addPastCalls(people.system, [{ at: '2026-03-02T01:00:00Z', seconds: 600 }]);
    const page = await people.signedIn('manager');
    for (const tab of ['pairs', 'calls']) {
      await page.goto(`/manager/users/${id}/${tab}`);
      await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Export CSV' }).click(),
      ]);
    }
    for (const [language, exported, filters] of [
      ['en', 'Export requested', ['User or device: Alice', 'Participant: Alice']],
      ['ja', 'エクスポートを開始', ['ユーザーまたは端末: Alice', '参加者: Alice']],
    ] as const) {
      await page.evaluate((code) => localStorage.setItem('hibiki.lang', code), language);
      await page.goto('/manager/logs');
      const row = page.getByRole('row').filter({ hasText: exported });
      for (const filter of filters) await row.filter({ hasText: filter }).first().waitFor();
      expect((await row.allTextContents()).join('\n')).not.toMatch(/\/api\/v1|[a-z][A-Z]\w*Time|presence/);
      const rows = await page
        .locator('tbody tr')
        .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height));
      expect(new Set(rows).size, `${rows}`).toBe(1);
      const widths = await page
        .getByRole('columnheader')
        .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().width));
      const at = (await page.getByRole('columnheader').allInnerTexts()).findIndex((text) =>
        /Before|変更/.test(text),
      );
      expect(widths[at]).toBe(Math.max(...widths));
      const cells = page
        .getByRole('row')
        .locator(
          'td[data-label="Time"], td[data-label="Action"], td[data-label="日時"], td[data-label="操作"]',
        );
      expect(
        await cells.evaluateAll((all) => all.filter((each) => each.scrollWidth > each.clientWidth).length),
      ).toBe(0);
    }
  });
});
