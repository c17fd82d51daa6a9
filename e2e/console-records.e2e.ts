import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { beforeAll, describe, expect, test } from 'vitest';
import { asAdmin } from './support/as-admin.ts';
import { addInterruptedRecording, addPastCalls } from './support/call-history.ts';
import { chooseMore, joinGroup, talkedFor } from './support/calls.ts';
import { filmPlays } from './support/film-player.ts';
import { goInConsole } from './support/in-console.ts';
import { setUpPeople } from './support/set-up.ts';
import { until } from './support/until.ts';

const WIDE = { width: 1280, height: 800 };
const CHANGED_USER = /^More options for User: Changed/;

interface Recordings {
  readonly 'hydra:member': readonly { readonly name: string; readonly state: string }[];
}

describe('what the console keeps', () => {
  const people = setUpPeople({ prepare: (page) => page.setViewportSize(WIDE) });

  beforeAll(async () => {
    await addPastCalls(people.system, [
      { at: '2026-03-01T01:00:00Z', seconds: 60 },
      { at: '2026-03-02T01:00:00Z', seconds: 600 },
      { at: '2026-03-03T01:00:00Z', seconds: 0, reason: 'no-answer' },
    ]);
    await addInterruptedRecording(people.system, 'Broken meeting');
  });

  const open = async (path: string): Promise<Page> => {
    const page = await people.signedIn('manager');
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    return page;
  };
  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const row = (page: Page, text: string | RegExp) => page.getByRole('row').filter({ hasText: text });
  const names = (page: Page) => page.getByRole('rowheader').allTextContents();
  const queryOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);
  const addressHas = (page: Page, query: Readonly<Record<string, string>>) =>
    until(
      `the address has ${JSON.stringify(query)}`,
      () => JSON.stringify(queryOf(page)) === JSON.stringify(query),
    );
  const menuOf = async (page: Page, name: string | RegExp, item: string) => {
    await page.getByRole('button', { name }).first().click();
    await page.getByRole('menuitem', { name: item, exact: true }).click();
  };
  /** The filters of a list, set in their dialog. */
  const filter = async (page: Page, set: (dialog: ReturnType<Page['getByRole']>) => Promise<unknown>) => {
    await button(page, 'Filters').click();
    const dialog = page.getByRole('dialog', { name: 'Filters' });
    await set(dialog);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await dialog.waitFor({ state: 'detached' });
  };
  const exported = async (page: Page): Promise<readonly string[]> => {
    const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Export CSV').click()]);
    return (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
  };
  const languageTo = (page: Page, code: 'ja' | 'en') =>
    page.evaluate((language) => {
      localStorage.setItem('hibiki.lang', language);
      window.dispatchEvent(new StorageEvent('storage', { key: 'hibiki.lang', newValue: language }));
    }, code);

  test('of recordings: found, played, downloaded, and deleted by typing the name', async () => {
    const alice = await people.person('alice');
    await joinGroup(alice);
    await alice.getByTestId('leave').waitFor();
    await chooseMore(alice, 'record-on-server');
    await alice.getByRole('img', { name: 'This call is being recorded' }).waitFor();
    const page = await open('/manager/recordings');
    await row(page, 'Demo group').getByText('Recording').waitFor();
    const begun = await talkedFor(alice);
    await until('some seconds are recorded', async () => (await talkedFor(alice)) >= begun + 4);
    await alice.getByTestId('leave').click();
    // Its row changes by itself.
    await row(page, 'Demo group').getByText('Ready').waitFor();

    await filter(page, (dialog) => dialog.getByLabel('Interrupted').click());
    await until('the broken one is left', async () => (await names(page)).join() === 'Broken meeting');
    await row(page, 'Broken meeting').getByText('Interrupted').waitFor();
    await button(page, 'Remove the filter: State').click();
    await page.getByRole('searchbox', { name: 'Search recordings' }).fill('demo');
    await until('the search finds one', async () => (await names(page)).join() === 'Demo group');

    await page.getByRole('link', { name: 'Demo group', exact: true }).click();
    await page.getByTestId('film-start').click();
    await filmPlays(page, 1);
    await page.getByRole('link', { name: 'Recordings' }).last().click();
    await page.getByRole('searchbox', { name: 'Search recordings' }).fill('demo');
    await menuOf(page, 'More options for Demo group', 'Download');
    const files = page.getByRole('dialog', { name: 'Download “Demo group”' });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      files.getByTestId('recording-download').first().click(),
    ]);
    expect((await readFile(await download.path())).length).toBeGreaterThan(1_000);
    await files.getByRole('button', { name: 'Close' }).click();

    await menuOf(page, 'More options for Demo group', 'Delete');
    const question = page.getByRole('dialog', { name: 'Delete the recording of “Demo group”?' });
    await question.getByLabel('Name').fill('Demo');
    await question.getByRole('button', { name: 'Delete' }).click();
    await question.getByText('Type exactly what’s shown above.').waitFor();
    await question.getByLabel('Name').fill('Demo group');
    await question.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Recording deleted').waitFor();
    const { 'hydra:member': left } = (await people.system.read('manager', '/recordings')) as Recordings;
    expect(left.map(({ name }) => name)).toEqual(['Broken meeting']);
  });

  test('of changes: found by what was done, read before and after, and followed to their object', async () => {
    const { mail } = people.system.account('carol');
    const { id } = (await people.system.read('manager', `/users/by_email?email=${mail}`)) as {
      readonly id: string;
    };
    await people.system.write('manager', 'PATCH', `/users/${id}`, { nickname: 'Carolina' });
    await people.system.write('manager', 'PATCH', `/users/${id}`, { nickname: 'Carol' });
    const page = await open('/manager/logs');
    await row(page, 'Signed in').first().waitFor();
    await filter(page, async (dialog) => {
      await dialog.getByLabel('Action').selectOption({ label: 'Changed' });
      await dialog.getByLabel('Object').selectOption({ label: 'User' });
    });
    await addressHas(page, { action: 'update', resource: 'users' });
    await until('two are left', async () => (await names(page)).join() === 'User Carol,User Carolina');
    await menuOf(page, CHANGED_USER, 'Details');
    const entry = page.getByRole('dialog', { name: 'Log entry' });
    const change = entry.getByRole('row').filter({ has: page.getByText('Name', { exact: true }) });
    await change.waitFor();
    expect(await change.getByRole('cell').allTextContents()).toEqual(['Carolina', 'Carol']);
    await entry
      .getByText(people.system.account('manager').mail)
      .or(entry.getByText('Manager'))
      .first()
      .waitFor();
    const lines = await (async () => {
      await entry.getByRole('button', { name: 'Close' }).click();
      return exported(page);
    })();
    expect(lines[0]).toMatch(/^\ufeff?Time,Action,Object,Before and after,By/);
    expect(lines).toHaveLength(3);
    await menuOf(page, CHANGED_USER, 'All entries about this object');
    await addressHas(page, { resourceId: id });
    await row(page, 'Changed').nth(1).waitFor();
    await menuOf(page, CHANGED_USER, 'All entries by this account');
    await row(page, 'Signed in').first().waitFor();
    await filter(page, (dialog) => dialog.getByLabel('To').fill('2026-01-01'));
    await page.getByText('Nothing matches').waitFor();
    await button(page, 'Clear search and filters').click();

    await page.goBack();
    await goInConsole(page, `/manager/logs?resourceId=${id}`);
    await menuOf(page, CHANGED_USER, 'Details');
    await entry.getByRole('link', { name: 'Show the object' }).click();
    await page.getByRole('heading', { name: 'Carol', level: 1 }).waitFor();
    await page.getByRole('navigation', { name: 'About Carol' }).getByRole('link', { name: 'Log' }).click();
    await row(page, 'Changed').nth(1).waitFor();
  });

  test('of calls: found by person, kind and end, in order of duration, and as a file', async () => {
    const page = await open('/manager/connections?sort=duration:desc&owner=&start.before=2026-03-31');
    await until('both sides of each are there', async () => (await names(page)).length === 6);
    expect(await page.getByRole('row').nth(1).textContent()).toContain('10:00');
    await filter(page, (dialog) => dialog.getByLabel('No answer').click());
    await until('one call is left', async () => (await names(page)).length === 2);
    await button(page, 'Remove the filter: How it ended').click();
    await filter(page, (dialog) => dialog.getByLabel('Kind of call').selectOption({ label: 'Group' }));
    await page.getByText('Nothing matches').waitFor();
    await button(page, 'Remove the filter: Kind of call').click();
    await page.getByRole('searchbox', { name: 'Search names' }).fill('reception');
    await row(page, 'Reception').first().waitFor();
    const lines = await exported(page);
    expect(lines[0]).toContain('Duration');
    expect(lines.length).toBeGreaterThanOrEqual(4);
    const missed = lines.filter((line) => line.includes('Missed'));
    expect(missed).toHaveLength(1);
    expect(missed[0]).toContain('"1-to-1, incoming"');
    expect(
      lines.filter((line) => line.includes('"1-to-1, outgoing"') && line.includes('No answer')),
    ).toHaveLength(1);
    await menuOf(page, /^More options for/, 'Everyone in this call');
    await until('both who took part are left', async () => (await names(page)).length === 2);
    await menuOf(page, 'More options for Alice', 'All calls with the same peer');
    await until('all of hers with it are there', async () => (await names(page)).length === 3);
  });

  test('of a manager: name, address, password, theme and language', async () => {
    const { mail, password } = people.system.account('manager');
    const page = await open('/manager');
    await button(page, 'Menu').click();
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    await page.getByRole('heading', { name: 'Your settings', level: 1 }).waitFor();
    await button(page, 'Edit').click();
    const dialog = page.getByRole('dialog', { name: 'Edit your account' });
    await dialog.getByLabel('Name', { exact: true }).fill('Boss');
    const other = `boss-${mail}`;
    await dialog.getByLabel('E-mail address').fill(other);
    await dialog.getByLabel('Your password').fill('not mine at all');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('The password is wrong.').waitFor();
    await dialog.getByLabel('Your password').fill(password);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText(`We sent a link to ${other}. Your address changes when you open it.`).waitFor();
    await page.getByText('Boss', { exact: true }).waitFor();
    await button(page, 'Send link again').click();
    await page.getByText(`Link sent to ${other} again`).waitFor();
    await button(page, 'Cancel change').click();
    await button(page, 'Cancel change').waitFor({ state: 'detached' });
    await page.getByText(mail, { exact: true }).waitFor();

    await button(page, 'Send me the link').click();
    await page.getByText(`E-mail sent to ${mail}`).waitFor();
    await until('the link is mailed', async () =>
      (await people.system.mailTo(mail)).text.includes('/manager/password/reset'),
    );
    await page.getByText('Dark', { exact: true }).click();
    await page.locator('html.dark').waitFor();
    await page.getByRole('group', { name: 'Language' }).getByText('日本語').click();
    await page.getByRole('heading', { name: '設定', level: 1 }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: '設定', level: 1 }).waitFor();
    await page.locator('html.dark').waitFor();
    await people.system.write('manager', 'PATCH', `/users/${await ownId()}`, { nickname: 'Manager' });
  });
  const ownId = async () =>
    ((await people.system.read('manager', '/users/current')) as { readonly id: string }).id;

  test('the palette finds in either language what is shown in the other', async () => {
    const page = await open('/manager');
    await languageTo(page, 'ja');
    const palette = page.getByRole('dialog', { name: '移動' });
    const first = async () => (await palette.getByRole('option').allTextContents())[0];
    await page.keyboard.press('Control+k');
    const field = palette.getByRole('combobox');
    for (const [typed, found] of [
      ['devices', '端末'],
      ['たんまつ', '端末'],
      ['ユーザー', 'ユーザー'],
      ['audit', '監査ログ'],
    ] as const) {
      await field.fill(typed);
      await until(`${typed} finds ${found}`, async () => (await first())?.startsWith(found));
    }
    await field.fill('alice');
    await palette
      .getByRole('option', { name: /^Alice/ })
      .first()
      .waitFor();
    await field.fill(people.system.device.printed);
    await palette
      .getByRole('option', { name: /^Reception/ })
      .first()
      .waitFor();
    await field.fill('zzzz');
    await palette.getByText('見つかりません').waitFor();
    await page.keyboard.press('Escape');
    await languageTo(page, 'en');
    await page.keyboard.press('Control+k');
    const english = page.getByRole('dialog', { name: 'Go to' });
    await english.getByRole('combobox').fill('統計');
    await until('it is found by its Japanese name', async () =>
      (await english.getByRole('option').allTextContents())[0]?.startsWith('Statistics'),
    );
  });

  test('the customer that was chosen last is there again at the next visit', async () => {
    const page = await asAdmin(people, '/manager/users');
    const { id, name } = (await people.system.read('manager', '/customers/current')) as {
      readonly id: string;
      readonly name: string;
    };
    await goInConsole(page, `/manager/customer?search=${people.system.account('manager').mail}`);
    await button(page, 'Customer: All customers').click();
    const dialog = page.getByRole('dialog', { name: 'Choose a customer' });
    await dialog.getByRole('button', { name, exact: true }).first().click();
    await button(page, `Customer: ${name}`).waitFor();
    const chosen = queryOf(page).customer;
    expect(chosen).toBeDefined();
    await page.goto('/manager');
    await page.waitForURL(`**/manager?customer=${chosen}`);
    // An address that says which one means what it says.
    await page.goto(`/manager/users?customer=${id}`);
    await row(page, 'Alice').waitFor();
    await button(page, `Customer: ${name}`).click();
    await dialog.getByRole('button', { name: 'All customers' }).click();
    await button(page, 'Customer: All customers').waitFor();
    await page.goto('/manager');
    await button(page, 'Customer: All customers').waitFor();
    await button(page, 'Sign out').click();
    await page.waitForURL('**/manager/signin*');
  });
});
