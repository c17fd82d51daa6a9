import type { Locator } from 'playwright';
import { beforeAll, describe, expect, test } from 'vitest';
import { fillLargeAccount } from './support/large-account.ts';
import { USER_SCREENS } from './support/screens.ts';
import { setUpPeople } from './support/set-up.ts';
import { until } from './support/until.ts';

const DESKTOP = { width: 1280, height: 800 };
const PENDING = 10;
/** The camera's page is a stage of calls, which waits for the devices. */
const LISTS = USER_SCREENS.filter((path) => path !== '/user/videochat/devices');

describe('the screens of someone who has used the product for years', () => {
  const people = setUpPeople();
  beforeAll(() => fillLargeAccount(people.system, { contacts: 120, pending: PENDING, groups: 31 }));

  test('home shows the first of each list, those online before the others, and leads to all of them', async () => {
    const alice = await people.person('alice');
    await alice.setViewportSize(DESKTOP);
    const rows = alice.getByRole('button', { name: /^Call / });
    await alice.getByRole('link', { name: 'All people (123)' }).waitFor();
    await alice.getByRole('link', { name: 'All groups (32)' }).waitFor();
    expect(await rows.count()).toBe(6);
    expect(await alice.getByRole('button', { name: /^Join / }).count()).toBe(6);
    const height = await alice.evaluate(() => document.documentElement.scrollHeight);
    expect(height).toBeLessThan(2.5 * DESKTOP.height);

    await people.person('carol');
    await until(
      'who has come online stands first',
      async () => (await rows.first().getAttribute('aria-label')) === 'Call Carol',
    );

    await alice.getByRole('link', { name: 'All people (123)' }).click();
    await alice.waitForURL('**/user/videochat');
    await until(
      'who is online stands first on the first page',
      async () => (await rows.first().getAttribute('aria-label')) === 'Call Carol',
    );
    const [search, invitations] = [
      await alice.getByRole('searchbox').boundingBox(),
      await alice.getByRole('heading', { name: 'Invitations' }).boundingBox(),
    ];
    expect(search?.y).toBeLessThan(DESKTOP.height / 2);
    expect(invitations?.y).toBeGreaterThan(search?.y ?? 0);
    const waiting = alice.getByText('Waiting for approval');
    expect(await waiting.count()).toBe(5);
    await alice.getByRole('button', { name: `Show all (${PENDING})` }).click();
    expect(await waiting.count()).toBe(PENDING);
  });

  test('a table gives names the room, and each screen begins at the same place', async () => {
    const alice = await people.person('alice');
    await alice.setViewportSize(DESKTOP);
    const starts: number[] = [];
    for (const path of LISTS) {
      // The home has its heading on the brand.
      if (path === '/user') continue;
      await alice.goto(path);
      const heading = await alice.getByRole('heading', { level: 1 }).boundingBox();
      starts.push(heading?.x ?? Number.NaN);
    }
    expect(new Set(starts)).toEqual(new Set([160]));
    await alice.goto('/user/owngroups?sort=name:asc');
    const row = alice.getByRole('row').filter({ hasText: '週次ミーティング 1' }).first();
    const cells = row.getByRole('cell');
    const widths = await Promise.all(
      [0, 1].map(async (at) => (await cells.nth(at).boundingBox())?.width ?? 0),
    );
    expect(widths[0]).toBeGreaterThan(16 * 14);
    expect(widths[0]).toBeGreaterThan(widths[1] ?? 0);
    await row.getByText(/^\+\d+$/).waitFor();
  });

  test('a card leaves out what it has nothing to say of', async () => {
    const alice = await people.signedIn('alice');
    await alice.goto('/user/owngroups');
    const always = alice.getByRole('cell', { name: 'Always' });
    await always.first().waitFor();
    await alice.setViewportSize({ width: 768, height: 1024 });
    await always.first().waitFor({ state: 'hidden' });
    expect(await always.count()).toBe(0);
    await alice.getByRole('cell', { name: 'Bob' }).first().waitFor();
  });

  test('nothing is wider than a page that is magnified four times, and its dialogs can be used', async () => {
    const alice = await people.signedIn('alice');
    await alice.setViewportSize({ width: 320, height: 256 });
    const wide: string[] = [];
    for (const path of USER_SCREENS) {
      await alice.goto(path);
      await alice.getByRole('heading', { level: 1 }).waitFor();
      const width = await alice.evaluate(() => document.documentElement.scrollWidth);
      if (width > 320) wide.push(`${path}: ${width} px`);
    }
    expect(wide).toEqual([]);
    await alice.goto('/user/owngroups');
    await alice.getByRole('button', { name: 'Create group' }).first().click();
    const actions = alice.getByRole('dialog').getByRole('button', { name: 'Cancel' });
    const heading = await alice.getByRole('dialog').getByRole('heading').boundingBox();
    const cancel = await actions.boundingBox();
    expect(cancel?.y).toBeGreaterThan((heading?.y ?? 0) + 256);
    await actions.click();
    await alice.getByRole('dialog').waitFor({ state: 'detached' });
  });

  test('what is chosen can be told without the colours of the page', async () => {
    const alice = await people.signedIn('alice');
    await alice.emulateMedia({ forcedColors: 'active' });
    await alice.goto('/user/settings');
    const background = (of: Locator) => of.evaluate((element) => getComputedStyle(element).backgroundColor);
    const theme = alice.getByRole('group', { name: 'Theme' });
    const [chosen, other] = [
      theme.locator('label:has(:checked)'),
      theme.locator('label:not(:has(:checked))'),
    ];
    expect(await background(chosen)).not.toBe(await background(other));
    const footer = alice.getByRole('switch', { name: 'Show the footer' });
    const on = await background(footer);
    await footer.click();
    await until('the switch looks another way', async () => (await background(footer)) !== on);
    await footer.click();

    await alice.goto('/user/notifications');
    const underline = (tab: Locator) =>
      tab.evaluate((element) => getComputedStyle(element).borderBottomColor);
    const tabs = alice.getByRole('tab');
    expect(await underline(tabs.first())).not.toBe(await underline(tabs.last()));

    await alice.goto('/user/owngroups');
    await alice.getByRole('button', { name: 'Create group' }).first().click();
    const box = alice.getByRole('dialog').getByRole('checkbox').first();
    const empty = await background(box);
    await box.check();
    await until('the box looks another way', async () => (await background(box)) !== empty);
  });

  test('who reads of a group finds everyone else in it, and not themselves', async () => {
    const carol = await people.person('carol');
    const group = carol.getByRole('listitem').filter({ hasText: 'Demo group' });
    await group.getByText('Alice, Bob').waitFor();
    await carol.goto('/user/groupchat');
    await group.getByText('Alice, Bob').waitFor();
    await carol.getByRole('button', { name: 'Members of Demo group' }).click();
    const dialog = carol.getByRole('dialog');
    await dialog.getByText('Bob', { exact: true }).first().waitFor();
    expect(await dialog.getByText(/alice/i).count()).toBe(1);
  });
});

describe('someone who belongs to a customer without services', () => {
  const people = setUpPeople();

  test('is offered nothing that needs one, and is told who can help', async () => {
    const { 'hydra:member': features } = (await people.system.read('manager', '/features')) as {
      readonly 'hydra:member': readonly { readonly id: string }[];
    };
    for (const { id } of features) {
      await people.system.write('manager', 'PATCH', `/features/${id}`, { enabled: false });
    }
    const page = await people.person('alice');
    await page.setViewportSize(DESKTOP);
    await page.getByText(/Ask one of its managers to turn them on/).waitFor();
    const navigation = page.getByRole('navigation', { name: 'Main' });
    expect(await navigation.getByRole('link').allTextContents()).toEqual(['Home', 'History']);
    expect(await page.getByRole('button', { name: 'Invite' }).count()).toBe(0);
    for (const [path, offers] of [
      ['/user/videochat', ['Invite', 'Guest links']],
      ['/user/owngroups', ['Create group']],
    ] as const) {
      await page.goto(path);
      await page.getByText('This service isn’t available to you.').waitFor();
      for (const name of offers) expect(await page.getByRole('button', { name }).count()).toBe(0);
    }
  });
});
