import type { Locator, Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { inspectSteps } from './support/axe.ts';
import { chooseMore, joinGroup, talkWithPeer } from './support/calls.ts';
import { arrowTo, hasFocus, isActiveItem, tabTo } from './support/keyboard.ts';
import { setUpPeople } from './support/set-up.ts';
import { until } from './support/until.ts';

const DESKTOP = { width: 1280, height: 800 };
/** More than any dialog has: who goes round in it has passed everything. */
const ROUND = 16;

interface Way {
  readonly path: string;
  /** What opens the dialog, or the menu that does. */
  readonly button: string | RegExp;
  readonly item?: string;
}

const WAYS: readonly Way[] = [
  { path: '/user', button: 'Invite' },
  { path: '/user/videochat', button: 'Guest links' },
  { path: '/user/videochat', button: 'More options for Bob', item: 'Rename' },
  { path: '/user/videochat', button: 'More options for Bob', item: 'Remove' },
  { path: '/user/groupchat', button: 'Members of Demo group' },
  { path: '/user/owngroups', button: 'Create group' },
  { path: '/user/owngroups', button: 'Guest links of Demo group' },
  { path: '/user/owngroups', button: 'More options for Demo group', item: 'Invite everyone by e-mail' },
  { path: '/user/owngroups', button: 'More options for Demo group', item: 'Edit' },
  { path: '/user/owngroups', button: 'More options for Demo group', item: 'Delete' },
];

/** By axe in both themes, on a phone and a desktop, and without a mouse. */
describe('what opens over a page', () => {
  const people = setUpPeople();

  const dialogOf = (page: Page) => page.locator('dialog[open]').last();

  /** Wherever the Tab key goes, what lies below the dialog never has the focus; the browser's own buttons may. */
  const goRound = async (page: Page, dialog: Locator) => {
    await until('the dialog has the focus', () =>
      dialog.evaluate((element) => element.contains(document.activeElement)),
    );
    for (let step = 0; step < ROUND; step++) {
      await page.keyboard.press('Tab');
      const isBelow = await dialog.evaluate(
        (element) => document.activeElement !== document.body && !element.contains(document.activeElement),
      );
      if (isBelow) throw new Error(`After ${step + 1} tabs the focus is below the dialog`);
    }
  };

  const open = async (page: Page, { path, button, item }: Way): Promise<Locator> => {
    await page.setViewportSize(DESKTOP);
    if (new URL(page.url()).pathname !== path) await page.goto(path);
    const opener = page.getByRole('button', { name: button, exact: true }).first();
    await opener.waitFor();
    await tabTo(page, opener);
    await page.keyboard.press('Enter');
    if (item !== undefined) {
      await arrowTo(page, page.getByRole('menuitem', { name: item }));
      await page.keyboard.press('Enter');
    }
    await dialogOf(page).waitFor();
    return opener;
  };

  const close = async (page: Page, opener: Locator): Promise<void> => {
    await page.keyboard.press('Escape');
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
    await until('the focus is back at what opened it', () => hasFocus(opener));
  };

  const recordDemoGroup = async (page: Page): Promise<void> => {
    await joinGroup(page);
    await page.getByTestId('leave').waitFor();
    await chooseMore(page, 'record-on-server');
    await page.getByRole('img', { name: 'This call is being recorded' }).waitFor();
    await page.getByTestId('leave').click();
    await until('the recording is ready', async () => {
      const list = (await people.system.read('alice', '/recordings')) as {
        readonly 'hydra:member': readonly { readonly state: string }[];
      };
      return list['hydra:member'][0]?.state === 'ready';
    });
  };

  /** Opens it, goes round in it, looks at it, and closes it. */
  const walk = async (page: Page, way: Way): Promise<readonly string[]> => {
    const inspection = inspectSteps();
    const opener = await open(page, way);
    await goRound(page, dialogOf(page));
    await inspection.look(page, `${way.button} ${way.item ?? ''}`);
    await close(page, opener);
    return inspection.wrong;
  };

  test.each([...Map.groupBy(WAYS, ({ path }) => path)])(
    'is opened, gone through and closed by keyboard: all of %s',
    async (_, ways) => {
      const page = await people.person('alice');
      const wrong: string[] = [];
      for (const way of ways) wrong.push(...(await walk(page, way)));
      expect(wrong).toEqual([]);
    },
  );

  test('a menu takes the focus also where the system asks for less motion', async () => {
    const page = await people.signedIn('alice');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/user/videochat');
    await page.getByRole('button', { name: 'More options for Bob' }).click();
    await until('the focus is in it', () =>
      page.evaluate(() => document.activeElement?.getAttribute('role') === 'menu'),
    );
    await page.keyboard.press('ArrowDown');
    await until('its first item is active', () => isActiveItem(page.getByRole('menuitem').first()));
  });

  test('is opened, gone through and closed by keyboard: to withdraw an invitation', async () => {
    const page = await people.person('alice');
    await people.system.write('alice', 'POST', '/pairs', { mail: people.system.account('manager').mail });
    const way = { path: '/user/videochat', button: /^Revoke .*invitation/ };
    expect(await walk(page, way)).toEqual([]);
  });

  test('is opened, gone through and closed by keyboard: recordings', async () => {
    const page = await people.person('alice');
    await recordDemoGroup(page);
    expect(await walk(page, { path: '/user/recordings', button: /^Delete Demo group/ })).toEqual([]);
  });

  test('asks before what was typed is lost, and gives the focus back to it', async () => {
    const page = await people.person('alice');
    const inspection = inspectSteps();
    const opener = await open(page, { path: '/user/owngroups', button: 'Create group' });
    const name = page.getByLabel('Group name');
    await until('the first field has the focus', () => hasFocus(name));
    await page.keyboard.type('Choir');
    await page.keyboard.press('Escape');
    const discard = page.getByRole('alertdialog', { name: 'Discard the changes?' });
    await until('what does no harm has the focus', () =>
      hasFocus(discard.getByRole('button', { name: 'Keep editing' })),
    );
    await inspection.look(page, 'discard?');
    await page.keyboard.press('Escape');
    await discard.waitFor({ state: 'detached' });
    await until('the field has the focus again', () => hasFocus(name));
    await page.keyboard.press('Escape');
    await tabTo(page, discard.getByRole('button', { name: 'Discard' }));
    await page.keyboard.press('Enter');
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
    await until('the focus is back at what opened it', () => hasFocus(opener));
    expect(inspection.wrong).toEqual([]);
  });

  test('asks before a link of a guest is withdrawn', async () => {
    const page = await people.person('alice');
    const inspection = inspectSteps();
    const opener = await open(page, { path: '/user/owngroups', button: 'Guest links of Demo group' });
    await page.getByRole('button', { name: 'Create link' }).click();
    const withdraw = page.getByRole('button', { name: /^Revoke link/ }).first();
    await withdraw.waitFor();
    await inspection.look(page, 'guest links');
    await tabTo(page, withdraw);
    await page.keyboard.press('Enter');
    const question = page.getByRole('alertdialog', { name: 'Revoke link?' });
    await question.waitFor();
    await inspection.look(page, 'withdraw?');
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    await until('the focus is back at the link', () => hasFocus(withdraw));
    await close(page, opener);
    expect(inspection.wrong).toEqual([]);
  });

  test('asks before changed settings are left', async () => {
    const page = await people.signedIn('alice');
    const inspection = inspectSteps();
    await page.setViewportSize(DESKTOP);
    await page.goto('/user/settings');
    await page.getByLabel('Video bandwidth').selectOption('500');
    const home = page.getByRole('link', { name: 'Hibiki, home' });
    await tabTo(page, home);
    await page.keyboard.press('Enter');
    await page.getByRole('alertdialog', { name: 'Leave without applying the changes?' }).waitFor();
    await inspection.look(page, 'leave the settings?');
    await close(page, home);
    expect(inspection.wrong).toEqual([]);
  });

  test('adds a person to a call between two, and asks before its recording is lost', async () => {
    const [alice, bob] = await Promise.all([people.person('alice'), people.peer('bob')]);
    const inspection = inspectSteps();
    await talkWithPeer(alice, bob, 'Bob');
    await alice.setViewportSize(DESKTOP);
    await chooseMore(alice, 'add-person');
    await dialogOf(alice).waitFor();
    await inspection.look(alice, 'add a person');
    await close(alice, alice.getByTestId('more'));
    await chooseMore(alice, 'record');
    await alice.getByTestId('recording').waitFor();
    const hangUp = alice.getByTestId('hang-up');
    await tabTo(alice, hangUp);
    await alice.keyboard.press('Enter');
    await alice.getByRole('alertdialog').waitFor();
    await inspection.look(alice, 'end a recorded call?');
    await close(alice, hangUp);
    expect(inspection.wrong).toEqual([]);
  });

  test('adds a person to a call of a group', async () => {
    const alice = await people.person('alice');
    const inspection = inspectSteps();
    await joinGroup(alice);
    await alice.getByTestId('leave').waitFor();
    await alice.setViewportSize(DESKTOP);
    await alice.getByTestId('people-toggle').click();
    const add = alice.getByTestId('people-panel').getByTestId('add-person');
    await tabTo(alice, add);
    // Never answered.
    await alice.route(/\/api\/v1\/pairs\b/, () => {}, { times: 1 });
    await alice.keyboard.press('Enter');
    const dialog = dialogOf(alice);
    await dialog.getByText('This is taking longer than usual.').waitFor();
    await inspection.look(alice, 'add a person, of whom nothing has come yet');
    await dialog.getByRole('button', { name: 'Try now' }).click();
    await dialog.getByRole('listitem').first().waitFor();
    await inspection.look(alice, 'add a person');
    await close(alice, add);
    expect(inspection.wrong).toEqual([]);
  });
});
