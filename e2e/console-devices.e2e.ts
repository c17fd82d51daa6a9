import jsqr from 'jsqr';
import type { Locator, Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { makeSerial } from '#protocol/serial.ts';
import { inspectSteps } from './support/axe.ts';
import { kioskReady, openKiosk } from './support/kiosk.ts';
import { setUpPeople } from './support/set-up.ts';

/** What a camera reads from a part of the page. */
const readCode = async (page: Page, shown: Locator): Promise<string | undefined> => {
  const png = (await shown.screenshot()).toString('base64');
  const { data, width, height } = await page.evaluate(async (source) => {
    const bytes = Uint8Array.from(atob(source), (sign) => sign.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('No canvas');
    context.drawImage(image, 0, 0);
    const pixels = context.getImageData(0, 0, image.width, image.height);
    return { data: [...pixels.data], width: image.width, height: image.height };
  }, png);
  return jsqr.default(Uint8ClampedArray.from(data), width, height)?.data;
};

const serialOf = (prefix: string) => makeSerial(prefix, Math.floor(Math.random() * 99_999));

describe('devices in the console', () => {
  const people = setUpPeople();
  const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
  const choose = async (page: Page, name: string, item: string) => {
    await page.getByRole('button', { name: `More options for ${name}` }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  const open = async (path: string): Promise<Page> => {
    const page = await people.signedIn('manager');
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(path);
    return page;
  };

  /** Prints what the dialog of these devices shows: a page for each, with its secret, and nothing else. */
  const isPrinted = async (page: Page, serials: readonly string[]) => {
    const secrets = await page.getByTestId('set-up-secret').allTextContents();
    expect(secrets).toHaveLength(serials.length);
    await page.emulateMedia({ media: 'print' });
    const sheets = page.getByTestId('printed-sheets').locator('section');
    for (const [index, serial] of serials.entries()) {
      const sheet = sheets.filter({ hasText: serial });
      await sheet.getByText(secrets[index] ?? '', { exact: true }).waitFor();
      expect(await sheet.getByTestId('set-up-paper').isVisible()).toBe(true);
    }
    expect(await page.locator('#root').isVisible()).toBe(false);
    const file = (await page.pdf()).toString('latin1');
    expect(file.match(/\/Type\s*\/Page\b/g)).toHaveLength(serials.length);
    await page.emulateMedia({ media: null });
    await page.getByRole('button', { name: `Print ${serials.length} sheets` }).click();
  };

  test('are added by paste, set up by the code that is shown once, disabled and enabled again', async () => {
    const page = await open('/manager/devices');
    const [one, two] = [serialOf('LOBBY'), serialOf('DOOR')];
    await page.getByRole('button', { name: 'Add devices' }).first().click();
    const field = page.getByLabel('Serial numbers');
    await field.fill(`${one.long.slice(0, 16)}00000000`);
    await page.getByText('The checksum doesn’t fit.').waitFor();
    await field.fill(one.long.slice(0, 20).trimEnd());
    await page.getByText('Not complete: the long form has 4 more characters').waitFor();
    await page.getByText('0 devices to add · 1 can’t be added').waitFor();
    await field.fill(`${one.long}\n${two.long}\n${people.system.device.serial}`);
    await page.getByText('3 devices to add').waitFor();
    await page.getByText(one.printed, { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Add', exact: true }).click();

    const dialog = page.getByRole('dialog', { name: 'Devices added: 2 of 3' });
    await dialog.waitFor();
    expect(await dialog.getByRole('listitem').textContent()).toContain(people.system.device.printed);
    const card = dialog.getByRole('region', { name: one.printed });
    const secret = await card.getByTestId('set-up-secret').textContent();
    const link = await readCode(page, card.getByTestId('set-up-code'));
    expect(link).toBe(
      `${people.system.url}/device#${new URLSearchParams({ serial: one.long, secret: secret ?? '' })}`,
    );
    expect(page.url()).not.toContain(secret ?? '');
    // On paper there is a sheet for each, and nothing else.
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByTestId('printed-sheets').locator('section').count()).toBe(2);
    expect(await dialog.isVisible()).toBe(false);
    expect(await readCode(page, page.getByTestId('printed-sheets').getByTestId('set-up-paper').first())).toBe(
      link,
    );
    await page.emulateMedia({ media: 'screen' });
    await page.keyboard.press('Escape');
    const question = page.getByRole('alertdialog', { name: /neither printed nor copied/ });
    await question.getByRole('button', { name: 'Keep it open' }).click();
    await page.goBack();
    await question.getByRole('button', { name: 'Keep it open' }).click();
    await dialog.getByRole('button', { name: 'Done' }).click();
    expect(await page.content()).not.toContain(secret ?? '');

    const kiosk = await people.stranger();
    await openKiosk(kiosk, link?.replace(people.system.url, ''));
    await kiosk.getByTestId('kiosk-serial').filter({ hasText: one.printed }).waitFor();
    await page.reload();
    await row(page, one.printed).getByText('Online', { exact: true }).waitFor();

    await choose(page, one.printed, 'Disable');
    await page.getByText(`${one.printed} was disabled and signed out`).waitFor();
    await kiosk.getByTestId('kiosk-disabled').waitFor();
    await row(page, one.printed).getByText('Disabled').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await row(page, one.printed).getByText('Enabled').waitFor();
    // By itself it comes back at its next try (kiosk.e2e.ts).
    await kiosk.reload();
    await kioskReady(kiosk);
  });

  test('are renamed, get a new secret after a question, and are deleted after another', async () => {
    const page = await open('/manager/devices');
    const { printed, long } = serialOf('ROOM');
    await people.system.write('manager', 'POST', '/devices', { serialNumber: long });
    await page.getByRole('searchbox', { name: 'Search devices' }).fill(printed);
    await page.getByText('1 result').waitFor({ state: 'attached' });
    await choose(page, printed, 'Edit');
    await page.getByText('The serial number of an existing device cannot be changed.').waitFor();
    await page.getByLabel('Name').fill('Meeting room');
    await page.getByRole('button', { name: 'Save' }).click();
    await row(page, printed).getByText('Meeting room').waitFor();
    await page.getByText('Meeting room was changed').waitFor();
    await page.keyboard.press('Control+z');
    await row(page, printed).getByText('Meeting room').waitFor({ state: 'detached' });

    await row(page, printed).getByRole('link', { name: printed }).click();
    await page.getByRole('heading', { level: 1, name: printed }).waitFor();
    for (const tab of ['Pairs', 'Calls', 'Log']) {
      await page.getByRole('link', { name: tab, exact: true }).last().click();
      await page.getByRole('region', { name: tab }).waitFor();
    }
    await choose(page, printed, 'Make a new secret');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Make a new secret' }).click();
    await page.getByTestId('set-up-secret').waitFor();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy the secret' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    // It is kept: nothing is asked.
    await page.keyboard.press('Escape');
    await page.getByTestId('set-up-secret').waitFor({ state: 'detached' });
    await choose(page, printed, 'Delete');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.waitForURL('**/manager/devices');
    await page.getByText('Device deleted').waitFor();
  });

  test('of an import are chosen together, and get a sheet each to be set up with', async () => {
    const serials = [serialOf('LIFT'), serialOf('LIFT')];
    for (const { long } of serials) {
      await people.system.write('manager', 'POST', '/devices', { serialNumber: long });
    }
    const page = await open('/manager/devices?search=LIFT');
    for (const { printed } of serials) await row(page, printed).getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Make set-up sheets' }).click();
    const question = page.getByRole('alertdialog', { name: 'Make set-up sheets?' });
    await question.getByText(/^2 devices get new secrets/).waitFor();
    await question.getByRole('button', { name: 'Make set-up sheets' }).click();
    const dialog = page.getByRole('dialog', { name: 'New secrets: 2 of 2' });
    await dialog.waitFor();
    expect(await page.getByTestId('printed-sheets').locator('section').count()).toBe(2);
    const [first, second] = serials;
    const card = dialog.getByRole('region', { name: first?.printed ?? '' });
    const link = await readCode(page, card.getByTestId('set-up-code'));
    const kiosk = await people.stranger();
    await openKiosk(kiosk, link?.replace(people.system.url, ''));
    await kiosk
      .getByTestId('kiosk-serial')
      .filter({ hasText: first?.printed ?? '' })
      .waitFor();
    await isPrinted(page, [first?.printed ?? '', second?.printed ?? '']);
    // Who has printed the secrets is not asked about them.
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    // What was chosen is so no more: it has been done.
    await page.getByText('2 selected').waitFor({ state: 'detached' });
  });

  test('that are registered already are named when their numbers are corrected', async () => {
    const page = await open('/manager/devices?add');
    const added = serialOf('GATE');
    await page.getByLabel('Serial numbers').fill(`${added.long}\n${people.system.device.serial}`);
    await page.getByText('2 devices to add').waitFor();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    // The secret of the one that was added is shown only here.
    const question = page.getByRole('alertdialog', { name: /neither printed nor copied/ });
    await page.getByRole('button', { name: 'Correct and try again' }).click();
    await question.getByRole('button', { name: 'Keep it open' }).click();
    await page.getByRole('region', { name: added.printed }).getByTestId('set-up-secret').waitFor();
    await page.getByRole('button', { name: 'Correct and try again' }).click();
    await question.getByRole('button', { name: 'Correct and try again' }).click();
    await page.getByText('0 devices to add · 1 can’t be added').waitFor();
    const entered = page.getByRole('list', { name: 'What was entered' });
    await entered.getByText('The serial number is already registered.').waitFor();
  });

  test('keep their secrets where making the sheets is cancelled before their turn', async () => {
    const serials = [serialOf('YARD'), serialOf('YARD'), serialOf('YARD')];
    for (const { long } of serials) {
      await people.system.write('manager', 'POST', '/devices', { serialNumber: long });
    }
    const page = await open('/manager/devices?search=YARD');
    for (const { printed } of serials) await row(page, printed).getByRole('checkbox').check();
    const { promise: cancelled, resolve: cancel } = Promise.withResolvers<void>();
    let renewed = 0;
    await page.route('**/devices/*/secret', async (route) => {
      renewed += 1;
      if (renewed === 2) await cancelled;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Make set-up sheets' }).click();
    const question = page.getByRole('alertdialog', { name: 'Make set-up sheets?' });
    await question.getByRole('button', { name: 'Make set-up sheets' }).click();
    await question.getByText('1 of 3 done').waitFor();
    await question.getByRole('button', { name: 'Stop here' }).click();
    cancel();
    await page.getByRole('dialog', { name: 'New secrets: 2 of 2' }).waitFor();
    expect(renewed).toBe(2);
  });

  test('are invited by a manager for a user, and approve by a manager', async () => {
    const page = await open('/manager/pairs');
    const { printed, long } = serialOf('DESK');
    await people.system.write('manager', 'POST', '/devices', { serialNumber: long, name: 'Front desk' });
    await page.getByRole('button', { name: 'Invite' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Invite' });
    await dialog.getByRole('combobox', { name: 'Who invites?' }).fill('carol');
    await dialog.getByRole('option', { name: /^Carol/ }).click();
    await dialog.getByText('A device').click();
    await dialog.getByLabel('Serial number').fill(`${printed.slice(0, -1)}x`);
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await dialog.getByText('The serial number is invalid.').waitFor();
    await dialog.getByLabel('Serial number').fill(printed);
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await page.getByText('Invitation sent').waitFor();

    const pair = row(page, printed);
    await pair.getByText('Waiting for approval').waitFor();
    // The label as it is specified: the serial number, and the name in parentheses on a second line.
    const lines = pair.getByRole('rowheader').locator('span > span');
    expect(await lines.allTextContents()).toEqual([printed, '(Front desk)']);
    // A device has no address that an invitation could be sent to again, alone or with others.
    await page.getByRole('button', { name: 'More options for Carol and Front desk' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Send invitation again' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.getByLabel('Select Carol and Front desk').check();
    await page.getByText('1 selected').waitFor();
    expect(await page.getByRole('button', { name: 'Send invitation again' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Clear the selection' }).click();
    await choose(page, 'Carol and Front desk', 'Approve for the device');
    await pair.getByText('Approved').waitFor();

    await choose(page, 'Carol and Front desk', 'Edit');
    await page.getByLabel('Name', { exact: true }).fill('Entrance');
    await page.getByRole('button', { name: 'Save' }).click();
    await pair.getByText('(Entrance)').waitFor();
    await choose(page, 'Carol and Entrance', 'Delete');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await pair.waitFor({ state: 'detached' });
  });

  test('have dialogs that are accessible and fit', async () => {
    const page = await open('/manager/devices?add');
    const inspection = inspectSteps();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.getByLabel('Serial numbers').fill(`${serialOf('HALL').long}\nHALL`);
    await inspection.look(page, 'adding devices');
    await page.goto('/manager/pairs?invite');
    await page.getByRole('combobox', { name: 'Who invites?' }).fill('a');
    await page.getByRole('option', { name: /^Alice/ }).waitFor();
    await inspection.look(page, 'inviting');
    expect(inspection.wrong).toEqual([]);
  });
});
