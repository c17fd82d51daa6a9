import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright';
import { afterAll, describe, expect, test } from 'vitest';
import { startTestBroker } from '#platform/bus/testing/test-broker.ts';
import { asAdmin } from './support/as-admin.ts';
import { joinGroup } from './support/calls.ts';
import { framesFlow } from './support/frames.ts';
import { goInConsole } from './support/in-console.ts';
import { openKiosk, setUpPath } from './support/kiosk.ts';
import { layRecording } from './support/lay-recording.ts';
import { firstLink } from './support/mail-link.ts';
import { startMediaNode } from './support/media-node.ts';
import { setUpSystem } from './support/set-up.ts';
import { until } from './support/until.ts';

/** An installation of its own: what its administrator switches concerns everyone in it. */
describe('an administrator of the installation', () => {
  const ends = new AsyncDisposableStack();
  let recordings = '';
  const people = setUpSystem(async () => {
    const { url, stop } = await startTestBroker();
    ends.defer(stop);
    // Before the server: it is ready once there is a media node.
    for (const node of await Promise.all([startMediaNode(url), startMediaNode(url)])) {
      ends.use(node);
      recordings = node.folder;
    }
    return {
      name: 'console-admin',
      environment: {
        NATS_URL: url,
        AUTH_SECRET: randomBytes(32).toString('hex'),
        MAIL_LINK_REPEAT_SECONDS: '0',
        MAIL_REQUESTS_PER_NETWORK_DAY: '10000',
      },
    };
  });
  afterAll(() => ends.disposeAsync());

  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
  const names = (page: Page) => page.getByRole('rowheader').allTextContents();
  const menuOf = async (page: Page, name: string, item: string) => {
    await button(page, `More options for ${name}`).click();
    await page.getByRole('menuitem', { name: item, exact: true }).click();
  };

  test('drains a media node, whose room moves to the other, and lets it take calls again', async () => {
    const page = await asAdmin(people, '/manager/nodes');
    await until('both nodes are there', async () => (await row(page, 'Takes new calls').count()) === 2);
    const [alice, bob] = await Promise.all([people.person('alice'), people.person('bob')]);
    await joinGroup(alice);
    await joinGroup(bob);
    await Promise.all([framesFlow(alice, 1), framesFlow(bob, 1)]);
    const loaded = page.locator('tr[data-node]').filter({
      has: page.locator('td:nth-child(4)', { hasText: /^1$/ }),
    });
    await loaded.waitFor();
    const id = await loaded.getAttribute('data-node');
    const node = page.locator(`tr[data-node="${id}"]`);
    await node.getByRole('button', { name: /^Drain/ }).click();
    const question = page.getByRole('alertdialog', { name: /^Drain/ });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await node.getByText('Takes new calls').waitFor();
    await node.getByRole('button', { name: /^Drain/ }).click();
    await question.getByText('Move the calls in progress to other nodes now').click();
    await question.getByRole('button', { name: 'Drain' }).click();
    await page.getByText(/takes no new calls\.$/).waitFor();
    await node.getByText('Drained').waitFor();
    await until('the room is on the other node', async () => {
      const counts = await page.locator('tr[data-node] td:nth-child(4)').allTextContents();
      return (await node.locator('td:nth-child(4)').textContent()) === '0' && counts.includes('1');
    });
    await Promise.all([framesFlow(alice, 1), framesFlow(bob, 1)]);
    await node.getByRole('button', { name: /^Resume / }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Resume' }).click();
    await node.getByText('Takes new calls').waitFor();
    const { 'hydra:member': customers } = (await people.system.read('manager', '/customers')) as {
      'hydra:member': readonly { name: string }[];
    };
    const customer = customers[0]?.name ?? '';
    await goInConsole(page, '/manager/live');
    const call = page.locator('tr[data-call]');
    await call.getByRole('cell', { name: customer, exact: true }).waitFor();
    await call.getByRole('link').click();
    await page.getByRole('definition').filter({ hasText: customer }).waitFor();
  });

  test('gives a recording that the database does not know to a group, and deletes another', async () => {
    const before = new Date(Date.now() - 86_400_000);
    await layRecording(recordings, before, ['Hana', 'Ken', 'Aiko', 'Jun', 'Emi']);
    await layRecording(recordings, before, ['Mio']);
    const page = await asAdmin(people, '/manager/nodes');
    const unassigned = page.getByRole('region', { name: 'Unassigned recordings' });
    await unassigned.getByText('Hana, Ken, Aiko').waitFor();
    const rowOf = (text: string) => unassigned.getByRole('row').filter({ hasText: text });
    await rowOf('Hana').getByText('12:34').waitFor();
    await rowOf('Hana').getByText('306.0').waitFor();
    await rowOf('Hana').getByRole('button', { name: 'Assign' }).click();
    const dialog = page.getByRole('dialog', { name: 'Assign recording' });
    await dialog.getByRole('button', { name: 'Assign' }).click();
    await dialog.getByText('Fill in this field.').waitFor();
    await dialog.getByRole('combobox').fill('demo gr');
    await dialog.getByRole('option', { name: /^Demo group/ }).click();
    await dialog.getByRole('button', { name: 'Assign' }).click();
    await page.getByText('Recording assigned to Demo group').waitFor();
    await rowOf('Hana').waitFor({ state: 'detached' });

    await rowOf('Mio').getByRole('button', { name: 'Delete' }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete this recording?' });
    await question.getByText('Mio').waitFor();
    await question.getByRole('button', { name: 'Delete' }).click();
    await unassigned.waitFor({ state: 'detached' });

    await goInConsole(page, '/manager/recordings');
    await row(page, 'Demo group').getByText('Ready').waitFor();
  });

  test('switches a service off after a question, which ends its calls, and undoes that', async () => {
    const page = await asAdmin(people, '/manager/services');
    const alice = await people.person('alice');
    await joinGroup(alice);
    await alice.getByTestId('leave').waitFor();
    const group = page.getByRole('switch', { name: /^Group chat/ });
    const question = page.getByRole('alertdialog', { name: 'Switch Group chat off for everyone?' });
    await group.click();
    await question.getByText('All group calls of all customers end at once.').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(await group.isChecked()).toBe(true);
    await alice.getByTestId('leave').waitFor();
    await group.click();
    await question.getByRole('button', { name: 'Switch off' }).click();
    await page.getByText('Group chat is off for everyone. Its calls in progress have ended.').waitFor();
    await alice.getByTestId('leave').waitFor({ state: 'detached' });
    await until('it is off', async () => !(await group.isChecked()));
    await button(page, 'Undo').click();
    await until('it is on again', () => group.isChecked());
    await group.click();
    await question.getByRole('button', { name: 'Switch off' }).click();
    await until('it is off again', async () => !(await group.isChecked()));
    await group.click();
    await page.getByText('Group chat is on for all customers that use it').waitFor();
    expect(await group.isChecked()).toBe(true);
  });

  test('adds an administrator, changes the address and the password, and deletes it', async () => {
    const page = await asAdmin(people, '/manager/admins');
    const second = 'second@example.com';
    const other = 'other@example.com';
    await button(page, 'Add an administrator').click();
    const add = page.getByRole('dialog', { name: 'Add an administrator' });
    await add.getByRole('button', { name: 'Add', exact: true }).click();
    await add.getByText('The e-mail address has not been entered.').waitFor();
    await add.getByLabel('E-mail address').fill(second);
    await add.getByLabel('First password').fill('a long first password');
    await add.getByRole('button', { name: 'Add', exact: true }).click();
    await row(page, second).getByText('Not verified').waitFor();
    const first = firstLink((await people.system.mailTo(second)).text);
    await menuOf(page, second, 'Send link again');
    await page.getByText(`Link sent to ${second} again`).waitFor();
    const link = await until('another link is mailed', async () => {
      const next = firstLink((await people.system.mailTo(second)).text);
      return next !== first && next;
    });
    const stranger = await people.stranger();
    await stranger.goto(link);
    await stranger.getByRole('status').filter({ hasText: /\S/ }).first().waitFor();
    await page.reload();
    await row(page, second).getByText('Verified', { exact: true }).waitFor();

    await menuOf(page, second, 'Edit');
    const edit = page.getByRole('dialog', { name: `Edit ${second}` });
    await edit.getByLabel('E-mail address').fill(other);
    await edit.getByLabel('New password').fill('another long password');
    await edit.getByRole('button', { name: 'Save' }).click();
    await edit.waitFor({ state: 'detached' });
    await menuOf(page, second, 'Cancel address change');
    await page.getByText('The address stays as it was').waitFor();
    await stranger.goto('/manager/signin');
    await stranger.getByLabel('E-mail address').fill(second);
    await stranger.getByLabel('Password', { exact: true }).fill('another long password');
    await stranger.locator('form').getByRole('button', { name: 'Sign in' }).click();
    await stranger.getByRole('navigation', { name: 'Console' }).waitFor();

    await page.getByRole('searchbox', { name: 'Search administrators' }).fill('second');
    await until('one is found', async () => (await names(page)).join().startsWith(second));
    await menuOf(page, second, 'Delete');
    const question = page.getByRole('alertdialog', { name: `Delete “${second}”?` });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await menuOf(page, second, 'Delete');
    await question.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Nothing matches').waitFor();
    // Signed out at once.
    await stranger.goto('/manager/users');
    await stranger.waitForURL('**/manager/signin*');
  });

  test('finds customers of the installation, and their mail', async () => {
    const page = await asAdmin(people, '/manager/customer');
    await row(page, 'Demo').waitFor();
    await button(page, 'Add a customer').click();
    const add = page.getByRole('dialog', { name: 'Add a customer' });
    await add.getByLabel('Name', { exact: true }).fill('Acme');
    await add.getByLabel('E-mail address').fill('acme@example.com');
    await add.getByRole('button', { name: 'Add', exact: true }).click();
    await row(page, 'Acme').getByText('Not verified').waitFor();
    await button(page, 'Filters').click();
    const filters = page.getByRole('dialog', { name: 'Filters' });
    await filters.getByLabel('State').selectOption({ label: 'Not verified' });
    await filters.getByRole('button', { name: 'Done' }).click();
    await until('one is left', async () => (await names(page)).join() === 'Acme');
    await button(page, 'Clear').click();
    await page.getByRole('searchbox').fill('dem');
    await until('one is found', async () => (await names(page)).join() === 'Demo');

    await goInConsole(page, '/manager/mails');
    await row(page, 'acme@example.com').getByText('Sent', { exact: true }).waitFor();
    await row(page, 'acme@example.com').getByText('Verification of a customer').waitFor();
    await page.getByRole('searchbox', { name: 'Search by recipient' }).fill('acme');
    await until('one is found', async () => (await names(page)).join() === 'acme@example.com');
    await button(page, 'Filters').click();
    await filters.getByLabel('Failed').click();
    await filters.getByRole('button', { name: 'Done' }).click();
    await page.getByText('Nothing matches').waitFor();
    await button(page, 'Remove the filter: State').click();
    await row(page, 'acme@example.com').waitFor();
    await button(page, 'Filters').click();
    await filters.getByLabel('To').fill('2020-01-01');
    await filters.getByRole('button', { name: 'Done' }).click();
    await page.getByText('Nothing matches').waitFor();
    await button(page, 'Clear search and filters').click();
    await row(page, 'acme@example.com').waitFor();
  });

  test('moves a device to another customer, where it has to be set up with a new secret', async () => {
    const { write, device } = people.system;
    await write('admin', 'POST', '/customers', { name: 'Harbour', mail: 'harbour@example.com' });
    const kiosk = await people.stranger();
    await openKiosk(kiosk, setUpPath(people));
    const page = await asAdmin(people, '/manager/devices');
    await row(page, device.printed).waitFor();
    await menuOf(page, 'Reception', 'Move to another customer');
    const move = page.getByRole('dialog', { name: 'Move Reception to another customer' });
    await move.getByRole('button', { name: 'Customer: Demo' }).click();
    const choice = page.getByRole('dialog', { name: 'Choose a customer' });
    await choice.getByRole('searchbox').fill('harb');
    await choice.getByRole('button', { name: 'Harbour' }).click();
    await move.getByRole('button', { name: 'Move', exact: true }).click();

    await page.getByRole('dialog', { name: 'New secret' }).getByText(device.printed).waitFor();
    const secret = (await page.getByTestId('set-up-secret').textContent()) ?? '';
    await kiosk.getByTestId('kiosk-refused').waitFor();
    await openKiosk(
      await people.stranger(),
      `/device#${new URLSearchParams({ serial: device.serial, secret })}`,
    );
    await page.reload();
    await row(page, device.printed).getByText('Harbour').waitFor();
    await row(page, device.printed).getByText('Online', { exact: true }).waitFor();
  });

  test('has an account as well: address, a password by mail, and the way out', async () => {
    const { mail } = people.system.account('admin');
    const page = await asAdmin(people, '/manager/settings');
    await page.getByText('Administrator of the installation').waitFor();
    await button(page, 'Edit').click();
    const edit = page.getByRole('dialog', { name: `Edit ${mail}` });
    await edit.getByLabel('E-mail address').fill('root@example.com');
    await edit.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/^We sent a link to root@example\.com/).waitFor();
    await button(page, 'Cancel change').click();
    await button(page, 'Cancel change').waitFor({ state: 'detached' });
    await button(page, 'Send me the link').click();
    await page.getByText(`E-mail sent to ${mail}`).waitFor();
    const reset = await until('the link is mailed', async () => {
      const link = firstLink((await people.system.mailTo(mail)).text);
      return link.includes('/password/reset') && link;
    });
    await button(page, 'Sign out').click();
    await page.waitForURL('**/manager/signin*');
    await page.goto('/manager/users');
    await page.waitForURL('**/manager/signin?redirect=*');

    await page.goto(reset);
    await page.getByLabel('New password', { exact: true }).fill('a newer password');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByRole('status').filter({ hasText: /\S/ }).first().waitFor();
    await page.goto('/manager/signin');
    await page.getByLabel('E-mail address').fill(mail);
    await page.getByLabel('Password', { exact: true }).fill('a newer password');
    await page.locator('form').getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('navigation', { name: 'Console' }).waitFor();
  });
});
