import { describe, expect, test } from 'vitest';
import { setUpPeople } from './support/set-up.ts';
import { until } from './support/until.ts';

/** Not what the overview counts. */
const LIST_OF_USERS = /\/api\/v1\/users\?.*pageSize=50/;
const LIST_OF_DEVICES = /\/api\/v1\/devices\?.*pageSize=50/;

/** Of a window that is 800 px high. */
const MORE_THAN_IN_SIGHT = 24;

const WIDE = { width: 1280, height: 800 };

describe('the lists of the console', () => {
  const people = setUpPeople({ prepare: (page) => page.setViewportSize(WIDE) });

  test('are asked for while the pointer rests on a link, their code before that, and turned to both ends', async () => {
    const page = await people.person('manager');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const times = (pattern: RegExp) => asked.filter((path) => pattern.test(path)).length;
    const link = (name: string) =>
      page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name, exact: true });

    await page.goto('/manager');
    await until('the code of the lists is loaded while nothing else is', () => times(/users-page/) === 1);
    expect(times(LIST_OF_USERS)).toBe(0);
    await link('Users').hover();
    await until('the users are asked for', () => times(LIST_OF_USERS) === 1);
    await link('Users').click();
    await page.getByRole('row').filter({ hasText: 'Alice' }).waitFor();
    expect([times(LIST_OF_USERS), times(/users-page/)]).toEqual([1, 1]);

    // Without a pointer: both are asked for by the navigation itself.
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill('devices');
    await page.getByRole('option', { name: 'Devices' }).first().waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Devices', level: 1 }).waitFor();
    expect(times(LIST_OF_DEVICES)).toBe(1);

    const domain = people.system.account('alice').mail.split('@')[1];
    for (let number = 1; number <= MORE_THAN_IN_SIGHT; number += 1)
      await people.system.write('manager', 'POST', '/users', { email: `more${number}@${domain}` });
    await page.goto('/manager/users?pageSize=10');
    const pages = page.getByRole('navigation', { name: 'Pages' });
    const button = (name: string) => pages.getByRole('button', { name, exact: true });
    await button('Last page').click();
    await until('there is no next page', () => button('Next page').isDisabled());
    expect(await pages.textContent()).toMatch(/(\d+) of \1$/);
    expect(await button('Last page').isDisabled()).toBe(true);
    await button('First page').click();
    await until('there is no page before', () => button('Previous page').isDisabled());

    // Rows that are out of sight follow those in sight.
    await page.goto('/manager/users');
    const rows = page.getByRole('main').locator('tbody tr');
    await until('all rows are there', async () => (await rows.count()) > MORE_THAN_IN_SIGHT);
    const [, total] = (await pages.textContent())?.match(/of (\d+)/) ?? [];
    expect(await rows.count()).toBe(Number(total));
  });
});
