import type { Page } from 'playwright';
import { beforeAll, describe, expect, test } from 'vitest';
import { asAdmin } from './support/as-admin.ts';
import { inspectSteps } from './support/axe.ts';
import { addInterruptedRecording, addPastCalls } from './support/call-history.ts';
import { cutOff } from './support/cut-off.ts';
import { closeDialog, goInConsole } from './support/in-console.ts';
import { speak } from './support/language.ts';
import { motionEnds } from './support/motion.ts';
import { unreachable } from './support/reach.ts';
import { ADMIN_SCREENS, CONSOLE_SCREENS } from './support/screens.ts';
import { setUpPeople } from './support/set-up.ts';
import { settled } from './support/settled.ts';

const DESKTOP = { width: 1280, height: 800 };
/** 1280 x 1024, magnified four times. */
const MAGNIFIED = { width: 320, height: 256 };
/** A name of 70 letters in which no line can break. */
const LONG = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(2);

interface Listed {
  readonly 'hydra:member': readonly { readonly id: string }[];
}

/** By axe in both themes, on a phone and a desktop, and with all that can be used or read in reach when magnified. */
describe('the console, for everyone', () => {
  const people = setUpPeople({ prepare: (page) => page.emulateMedia({ reducedMotion: 'reduce' }) });
  /** Of one object of each kind. */
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    const { system } = people;
    await Promise.all([
      addPastCalls(system, [{ at: '2026-03-01T01:00:00Z', seconds: 60 }]),
      addInterruptedRecording(system, 'Broken meeting'),
      system.write('manager', 'POST', '/notifications', {
        title: { ja: LONG, en: LONG },
        contents: { ja: LONG, en: LONG },
      }),
      system.write('manager', 'POST', '/webhooks', {
        url: `https://example.com/${LONG}`,
        events: ['call.ended'],
      }),
    ]);
    const first = async (kind: string) =>
      ((await system.read('manager', `/${kind}`)) as Listed)['hydra:member'][0]?.id ?? '';
    for (const kind of [
      'users',
      'devices',
      'pairs',
      'groups',
      'recordings',
      'notifications',
      'webhooks',
      'logs',
    ])
      ids[kind] = await first(kind);
    const { id: alice } = (await system.read(
      'manager',
      `/users/by_email?email=${system.account('alice').mail}`,
    )) as { readonly id: string };
    await system.write('manager', 'PATCH', `/users/${alice}`, { nickname: LONG });
    await system.write('manager', 'PATCH', `/groups/${ids.groups}`, {
      name: LONG,
      guests: [`${LONG.slice(0, 60)}@example.org`],
    });
    ids.users = alice;
    ids.customer = ((await system.read('manager', '/customers/current')) as { readonly id: string }).id;
    ids.admins = ((await system.read('admin', '/admins')) as Listed)['hydra:member'][0]?.id ?? '';
  });

  /** Looks at what is shown, goes through it in a window that is magnified, and reads it there. */
  const walk = () => {
    // Screens have tests of their own here.
    const inspection = inspectSteps({ usableOnly: true });
    const covered: string[] = [];
    return {
      async look(page: Page, what: string) {
        await inspection.look(page, what);
        await page.setViewportSize(MAGNIFIED);
        await motionEnds(page);
        const found = [...(await unreachable(page)), ...(await cutOff(page))];
        covered.push(...found.map((fault) => `${what}: ${fault}`));
        await page.setViewportSize(DESKTOP);
        await motionEnds(page);
      },
      /** By axe alone: what is not there, or closes, when the window is magnified. */
      glance: inspection.look,
      findings: () => [...inspection.wrong, ...covered],
    };
  };
  const open = async (who: 'manager' | 'admin'): Promise<Page> => {
    if (who === 'admin') return await asAdmin(people, '/manager');
    const page = await people.signedIn(who);
    await page.setViewportSize(DESKTOP);
    await page.goto('/manager');
    await page.getByRole('heading', { level: 1 }).waitFor();
    return page;
  };
  const walkScreens = async (page: Page, paths: readonly string[]) => {
    const { look, findings } = walk();
    for (const path of paths) {
      await goInConsole(page, path);
      await look(page, path);
    }
    expect(findings()).toEqual([]);
  };
  /** The same, and by axe in Japanese too. */
  const walkScreensInBoth = async (page: Page, paths: readonly string[]) => {
    const { look, glance, findings } = walk();
    for (const path of paths) {
      await goInConsole(page, path);
      await look(page, path);
      await speak(page, 'ja');
      await settled(page);
      await glance(page, `${path} in Japanese`);
      await page.setViewportSize(DESKTOP);
      await speak(page, 'en');
    }
    expect(findings()).toEqual([]);
  };
  const walkDialogs = async (page: Page, paths: readonly string[]) => {
    const { look, findings } = walk();
    for (const path of paths) {
      await goInConsole(page, `/manager/${path}`);
      await page.locator('dialog[open]').waitFor();
      await settled(page);
      await look(page, path);
      await closeDialog(page);
    }
    expect(findings()).toEqual([]);
  };
  /** Each opened by the button of that name on the screen. */
  const walkButtons = async (
    page: Page,
    ways: readonly (readonly [path: string, button: string | RegExp])[],
  ) => {
    const { look, findings } = walk();
    for (const [path, name] of ways) {
      await goInConsole(page, `/manager/${path}`);
      await page.getByRole('button', { name, exact: true }).first().click();
      await page.locator('dialog[open]').waitFor();
      await settled(page);
      await look(page, `${path} ${name}`);
      await closeDialog(page);
    }
    expect(findings()).toEqual([]);
  };
  const about = (kind: string, tabs: readonly string[]) =>
    ['', ...tabs].map((tab) => `/manager/${kind}/${ids[kind]}${tab && `/${tab}`}`);

  test('all screens of a manager, in both languages', async () => {
    await walkScreensInBoth(await open('manager'), CONSOLE_SCREENS);
  });

  test('all pages of one object, in both languages', async () => {
    await walkScreensInBoth(await open('manager'), [
      ...about('users', ['pairs', 'groups', 'calls', 'devices', 'log']),
      ...about('devices', ['pairs', 'calls', 'log']),
      ...about('groups', []),
      ...about('webhooks', []),
      ...['', '/features', '/managers'].map((tab) => `/manager/customer/${ids.customer}${tab}`),
    ]);
  });

  test('all screens of an administrator', async () => {
    await walkScreens(await open('admin'), [...ADMIN_SCREENS, ...CONSOLE_SCREENS]);
  });

  test('links in the audit log do not cover each other, however long the names are', async () => {
    // Each title is less than 24 px longer than the one before. If links were longer than their cells, one of them would leave
    // less than 24 px of the link in the next column.
    const titles = Array.from({ length: 12 }, (_, index) => 'm'.repeat(index + 1));
    await Promise.all(
      titles.map((title) =>
        people.system.write('manager', 'POST', '/notifications', {
          title: { ja: title, en: title },
          contents: { ja: '', en: '' },
        }),
      ),
    );
    const page = await open('manager');
    await goInConsole(page, '/manager/logs');
    await page.getByRole('link', { name: 'Notification mm' }).first().waitFor();
    const { glance, findings } = walk();
    await glance(page, 'audit log');
    expect(findings()).toEqual([]);
  });

  test('the dialogs of a manager that have addresses', async () => {
    const of = (kind: string, names: readonly string[]) =>
      names.map((name) => `${kind}?${name}=${ids[kind]}`);
    await walkDialogs(await open('manager'), [
      'users?add',
      ...of('users', ['edit']),
      'devices?add',
      ...of('devices', ['edit']),
      'pairs?invite',
      'groups?add',
      ...of('groups', ['edit', 'invite', 'delete']),
      ...of('recordings', ['download', 'delete']),
      `customer/${ids.customer}?edit=${ids.customer}`,
      'notifications?add',
      ...of('notifications', ['edit', 'delete']),
      'webhooks?add',
      ...of('webhooks', ['edit', 'delete']),
      ...of('logs', ['entry']),
      'settings?edit',
    ]);
  });

  test('the dialogs of an administrator that have addresses', async () => {
    await walkDialogs(await open('admin'), [
      `admins?edit=${ids.admins}`,
      `admins?delete=${ids.admins}`,
      'admins?add',
      'customer?add',
      `customer/${ids.customer}?delete=${ids.customer}`,
      'users?add',
      'devices?add',
      'notifications?add',
      'webhooks?add',
      'settings?edit',
    ]);
  });

  test('what a button opens', async () => {
    await walkButtons(await open('manager'), [
      ['users', 'Filters'],
      ['connections', 'Filters'],
      ['logs', 'Filters'],
      [`customer/${ids.customer}/managers`, 'Add a manager'],
    ]);
    await walkButtons(await open('admin'), [
      ['users', 'Customer: All customers'],
      ['nodes', /^Drain/],
    ]);
  });

  test('palette, keys, questions of a row and of many, and the two versions of an object', async () => {
    const page = await open('manager');
    const { look, glance, findings } = walk();
    const opened = async (what: string, way: () => Promise<unknown>) => {
      await way();
      await page.locator('dialog[open]').waitFor();
      await settled(page);
      await look(page, what);
      await closeDialog(page);
    };
    const item = async (row: string, name: string) => {
      await page.getByRole('button', { name: `More options for ${row}` }).click();
      await page.getByRole('menuitem', { name }).click();
    };
    await goInConsole(page, '/manager/devices');
    await opened('renew', () => item('Reception', 'Make a new secret'));
    await opened('delete a device', () => item('Reception', 'Delete'));
    await goInConsole(page, '/manager/users');
    await opened('palette', () => page.keyboard.press('Control+k'));
    await opened('keys', () => page.keyboard.press('?'));
    await opened('delete a user', () => item('Carol', 'Delete'));
    await opened('revoke', () => item('Manager', 'Revoke management'));
    await page.getByRole('button', { name: 'More options for Carol' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).waitFor();
    await glance(page, 'menu of a row');
    await page.keyboard.press('Escape');
    await page.setViewportSize(DESKTOP);
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('dialog', { name: 'Columns' }).waitFor();
    await glance(page, 'columns');
    await closeDialog(page);
    await page.setViewportSize(DESKTOP);
    await page.getByLabel('Select Carol').check();
    await glance(page, 'a chosen row');
    await page.setViewportSize(DESKTOP);
    await opened('delete many', () => page.getByRole('button', { name: 'Delete', exact: true }).click());

    await item('Carol', 'Edit');
    const dialog = page.getByRole('dialog', { name: 'Edit the user' });
    await dialog.getByLabel('Name (optional)').fill('Carol mine');
    const { mail } = people.system.account('carol');
    const { id } = (await people.system.read('manager', `/users/by_email?email=${mail}`)) as {
      readonly id: string;
    };
    await people.system.write('admin', 'PATCH', `/users/${id}`, { nickname: 'Carol theirs' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog', { name: 'This was changed elsewhere in the meantime' }).waitFor();
    await look(page, 'conflict');
    expect(findings()).toEqual([]);
  });
});
