import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeSerial } from '#protocol/serial.ts';
import type { Credentials } from './support/api.ts';
import { comeOnline, signIn } from './support/browser.ts';
import { callPair, talk } from './support/calls.ts';
import { enterConsole } from './support/console.ts';
import { framesFlow } from './support/frames.ts';
import { firstLink } from './support/mail-link.ts';
import { setUpPeople } from './support/set-up.ts';
import { until } from './support/until.ts';

/** One customer from its first line to its first figures, by clicking alone: each test goes on where the one before it ended. */
describe('a morning in the console', () => {
  const people = setUpPeople({ prepare: (page) => page.setViewportSize({ width: 1280, height: 900 }) });
  /** Of the people whom the file brings. */
  let domain: string;
  let [aki, ben, cleo]: Credentials[] = [];
  const CUSTOMER = 'Morning Star';
  const PASSWORD = 'correct horse battery';

  beforeAll(() => {
    domain = `morning.${people.system.account('admin').mail.split('@')[1]}`;
    [aki, ben, cleo] = ['aki', 'ben', 'cleo'].map((name) => ({
      mail: `${name}@${domain}`,
      password: PASSWORD,
    }));
  });
  const known = (person: Credentials | undefined): Credentials => {
    if (!person) throw new Error('The people are not there yet');
    return person;
  };

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
  const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
  const go = async (page: Page, screen: string): Promise<void> => {
    const navigation = page.getByRole('navigation', { name: 'Console' });
    await navigation.getByRole('link', { name: screen, exact: true }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
  };
  const followMail = async (page: Page, address: string): Promise<void> => {
    await page.goto(firstLink((await people.system.mailTo(address)).text));
  };
  const manager = async (): Promise<Page> => {
    const page = await people.stranger();
    await enterConsole(page, known(cleo));
    return page;
  };

  /** It begins with a customer, whose address is verified, whose features are on, and whose people come from a file. */
  const begin = async () => {
    const page = await people.stranger();
    await enterConsole(page, people.system.account('admin'));
    await go(page, 'Customer settings');
    await button(page, 'Add a customer').click();
    const add = dialog(page, 'Add a customer');
    await add.getByLabel('Name', { exact: true }).fill(CUSTOMER);
    await add.getByLabel('E-mail address').fill(`office@${domain}`);
    await add.getByLabel('Time zone').fill('Asia/Tokyo');
    await add.getByRole('button', { name: 'Add', exact: true }).click();
    await row(page, CUSTOMER).getByText('Not verified').waitFor();
    await page.getByRole('link', { name: CUSTOMER, exact: true }).click();
    await page.getByText(/^All services are off until the link/).waitFor();

    const mailbox = await people.stranger();
    await followMail(mailbox, `office@${domain}`);
    await mailbox.getByText('Your e-mail address is verified.').waitFor();
    await page.getByText(/^All services are off until the link/).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Features' }).click();
    for (const feature of ['Making calls', 'Sharing a camera']) {
      const services = page.getByRole('row', { name: feature });
      for (const service of ['1-to-1 chat', 'Group chat']) {
        const flag = page.getByRole('switch', { name: `${service}: ${feature}` });
        expect(await flag.isChecked()).toBe(false);
        await flag.click();
      }
      await until(`${feature} is in force`, async () => (await services.getByText('In force').count()) === 2);
    }

    await button(page, 'Customer: All customers').click();
    const choice = dialog(page, 'Choose a customer');
    await choice.getByRole('searchbox').fill(CUSTOMER);
    await choice.getByRole('button', { name: CUSTOMER, exact: true }).first().click();
    await button(page, `Customer: ${CUSTOMER}`).waitFor();
    await go(page, 'Users');
    await page.getByText('No users yet').waitFor();
    await page.getByRole('link', { name: 'Import CSV' }).first().click();
    const rows = [
      'E-mail address,Name,Language of e-mails,Manager',
      `${known(aki).mail},Aki,en,no`,
      `${known(ben).mail},Ben,en,no`,
      `${known(cleo).mail},Cleo,en,yes`,
    ];
    await page.getByLabel('CSV file with headings in the first row').setInputFiles({
      name: 'people.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`${rows.join('\r\n')}\r\n`),
    });
    await page.getByText('3 rows · UTF-8').waitFor();
    await button(page, 'Check the rows').click();
    await page.getByText('Ready to run', { exact: true }).waitFor();
    await until('each is checked', async () => (await page.getByText('Will be added').count()) >= 3);
    await button(page, 'Import 3 rows').click();
    await page.getByText('Finished', { exact: true }).waitFor();
    await go(page, 'Users');
    await row(page, 'Cleo').getByText('Manager', { exact: true }).waitFor();

    for (const person of [aki, ben, cleo].map(known)) {
      await followMail(mailbox, person.mail);
      await mailbox.getByLabel('New password', { exact: true }).fill(person.password);
      await mailbox.getByRole('button', { name: 'Change password' }).click();
      await mailbox.waitForURL('**/signin*');
      await signIn(mailbox, person);
      await button(mailbox, 'Agree').click();
      await button(mailbox, 'Agree').waitFor({ state: 'detached' });
    }
    await until('no one is invited any more', async () => (await page.getByText('Invited').count()) === 0);
  };

  /** It goes on with a device, a pair, a group with a guest and a notification. */
  const goOn = async () => {
    const page = await manager();
    await page.getByText(`You manage ${CUSTOMER}.`).waitFor();
    await go(page, 'Devices');
    const serial = makeSerial('MORNING', Math.floor(Math.random() * 99_999));
    await button(page, 'Add devices').first().click();
    await page.getByLabel('Serial numbers').fill(serial.long);
    await button(page, 'Add').click();
    const secret = page.getByRole('region', { name: serial.printed }).getByTestId('set-up-secret');
    expect(await secret.textContent()).toMatch(/\S{8}/);
    await button(page, 'Done').click();
    await row(page, serial.printed).getByText('Enabled').waitFor();

    await go(page, 'Pairs');
    await button(page, 'Invite').first().click();
    const invitation = dialog(page, 'Invite');
    await invitation.getByRole('combobox', { name: 'Who invites?' }).fill('aki');
    await invitation.getByRole('option', { name: /^Aki/ }).click();
    await invitation.getByLabel('E-mail address').fill(known(ben).mail);
    await invitation.getByLabel('Name (optional)').fill('Ben');
    await invitation.getByRole('button', { name: 'Send invitation' }).click();
    await row(page, known(ben).mail).getByText('Waiting for approval').waitFor();
    const mailbox = await people.stranger();
    await until('the invitation is mailed', async () =>
      (await people.system.mailTo(known(ben).mail)).text.includes('/user/approval'),
    );
    await followMail(mailbox, known(ben).mail);
    await button(mailbox, 'Approve').click();
    await mailbox.getByText('You’re paired. You can now call each other.').waitFor();
    await row(page, known(ben).mail).getByText('Approved').waitFor();

    await go(page, 'Groups');
    await button(page, 'Create group').first().click();
    const group = dialog(page, 'Create group');
    await group.getByRole('combobox', { name: 'Owner' }).fill('aki');
    await group.getByRole('option', { name: /^Aki/ }).click();
    await group.getByLabel('Group name').fill('Breakfast');
    await group.getByText(known(ben).mail).click();
    await group.getByLabel('Guests (optional)').fill(`guest@${domain}`);
    await group.getByRole('button', { name: 'Create group' }).click();
    await row(page, 'Breakfast').getByRole('link', { name: 'Breakfast' }).click();
    await button(page, 'Invite by e-mail').click();
    const mails = dialog(page, 'Invite to “Breakfast”');
    await mails.getByRole('button', { name: 'Send invitations' }).click();
    await mails.getByText('2 invitations are on their way.').waitFor();
    await mails.getByRole('button', { name: 'Close' }).click();
    await followMail(mailbox, `guest@${domain}`);
    await mailbox.getByLabel('Your name').waitFor();

    await go(page, 'Notifications');
    await button(page, 'Add a notification').first().click();
    const notice = dialog(page, 'Add a notification');
    await notice.getByLabel('Title (日本語)').fill('はじめました');
    await notice.getByLabel('Title (English)').fill('Open since this morning');
    await notice.getByRole('button', { name: 'Add', exact: true }).click();
    await row(page, 'Open since this morning').getByText('Published').waitFor();
  };

  /** It ends with the first call: watched, ended, counted and taken away as a file. */
  const end = async () => {
    const [page, caller, callee] = [await manager(), await people.stranger(), await people.stranger()];
    await go(page, 'Calls in progress');
    await page.getByText('No calls in progress').waitFor();
    await comeOnline(caller, known(aki));
    await comeOnline(callee, known(ben));
    await caller.goto('/user/notifications');
    await caller.getByRole('heading', { name: 'Open since this morning' }).waitFor();
    // One that is not answered, beside the one that is watched.
    await callPair(caller, 'Ben');
    await callee.getByTestId('decline').click();
    await caller
      .getByText(/declined/i)
      .first()
      .waitFor();
    await caller.goto('/user');
    await talk(caller, callee, 'Ben');
    const call = row(page, 'Aki and Ben');
    await call.getByRole('link', { name: 'Aki and Ben' }).click();
    await page.getByRole('heading', { name: 'Aki and Ben' }).waitFor();
    // What they send to each other no server sees.
    for (const name of ['Aki', 'Ben']) await row(page, name).waitFor();
    await framesFlow(caller, 1);
    await button(page, 'End call').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'End call' }).click();
    for (const each of [caller, callee]) await each.getByText('A manager ended the call').first().waitFor();
    await page.getByText('The call has ended. This is how it was last.').waitFor();

    await go(page, 'Statistics');
    await page.getByText('Calls: 2').waitFor();
    await page.getByRole('combobox', { name: 'Breakdown' }).selectOption({ label: 'How calls ended' });
    await page.getByRole('rowheader', { name: 'Ended by a manager' }).waitFor();

    await go(page, 'Calls');
    await row(page, 'Declined').first().waitFor();
    await button(page, 'Filters').click();
    await page.getByRole('dialog').getByLabel('Ended by a manager').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
    await row(page, 'Declined').first().waitFor({ state: 'detached' });
    const downloads = page.waitForEvent('download');
    await button(page, 'Export CSV').click();
    const text = await readFile(await (await downloads).path(), 'utf8');
    const [headings, ...lines] = text.trimEnd().split('\r\n');
    expect(headings).toMatch(/^\ufeffParticipant,With,Kind of call,Started,Duration,How it ended/);
    expect(lines.map((line) => line.split(',').slice(0, 4).join()).toSorted()).toEqual([
      'Aki,Ben,"1-to-1, outgoing"',
      'Ben,Aki,"1-to-1, incoming"',
    ]);
    expect(text).not.toContain('declined');
  };

  // One test: each part needs what the one before it has made.
  test('goes from an empty customer to the first call', async () => {
    await begin();
    await goOn();
    await end();
  });
});
