import type { Locator, Page } from 'playwright';
import { expect, test } from 'vitest';
import { idOfIri } from '#protocol/rest/field.ts';
import { asAdmin } from './support/as-admin.ts';
import { hasFocus } from './support/keyboard.ts';
import { motionEnds } from './support/motion.ts';
import { setUpPeople } from './support/set-up.ts';
import { until } from './support/until.ts';
import { openWebhookReceiver } from './support/webhook-receiver.ts';

const DAY_MS = 86_400_000;

const people = setUpPeople();

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** The list of a picker once it fits what is typed. */
const resultsOf = (form: Locator) => form.locator('[role=listbox][aria-busy=false]');
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

interface Collection {
  readonly 'hydra:member': readonly { readonly id: string; readonly label: string }[];
}

const mailsTo = async (address: string): Promise<number> => {
  const answer = await fetch(`${people.system.url}/dev/mailbox.json?to=${encodeURIComponent(address)}`);
  return ((await answer.json()) as unknown[]).length;
};

test('the times of a group are in one time zone, on its page and in its form, and the form names it', async () => {
  const { system } = people;
  const group = (await system.write('alice', 'POST', '/groups', {
    name: 'Zoned',
    start: '2026-01-02T00:30:00Z',
  })) as { readonly id: string; readonly customer: string };
  const page = await asAdmin(people, `/manager/groups/${group.id}?edit=${group.id}`);
  const own = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  const edit = dialog(page, 'Edit group');
  const startsAt = async (time: string, zone: string) => {
    const start = edit.getByRole('group', { name: 'Start (optional)' });
    await start.getByText(`Times are in the time zone ${zone}.`).waitFor();
    expect(await start.getByLabel('Start time').inputValue()).toBe(time);
  };
  const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: own });
  await startsAt(clock.format(new Date('2026-01-02T00:30:00Z')), own);
  await page.goto(`/manager/groups/${group.id}?customer=${idOfIri(group.customer)}&edit=${group.id}`);
  await startsAt('09:30', 'Asia/Tokyo');
});

test('a manager makes a group for a user, invites it, and tries those again that failed', async () => {
  const { system } = people;
  const [bob, manager] = [system.account('bob').mail, system.account('manager').mail];
  const pair = (await system.write('alice', 'POST', '/pairs', { mail: manager })) as { readonly id: string };
  const page = await people.signedIn('manager');
  await page.goto('/manager/groups');
  await button(page, 'Create group').click();
  const form = dialog(page, 'Create group');
  await form.getByRole('button', { name: 'Create group' }).click();
  await form.getByText('Fill in this field.').waitFor();
  await form.getByText('The group name is required').waitFor();
  const owner = form.getByRole('combobox', { name: 'Owner' });
  await owner.fill('alice');
  await resultsOf(form).waitFor();
  await owner.press('Enter');
  await form.getByLabel('Group name').fill('Board');
  await form.getByText(bob).click();
  await form.getByText(manager).click();
  await form.getByText(system.device.printed).click();
  await form.getByLabel('Guests (optional)').fill('board.guest@example.org');
  await form.getByLabel('Start date').fill('2026-01-02');
  await form.getByLabel('End date').fill('2026-01-01');
  await form.getByRole('button', { name: 'Create group' }).click();
  await form.getByText('The end must be after the start.').waitFor();
  await form.getByLabel('End date').fill('2100-01-01');
  await form.getByLabel('Record every call on the server').check();
  await form.getByRole('button', { name: 'Create group' }).click();

  await row(page, 'Board').getByRole('link', { name: 'Board' }).click();
  await page.getByRole('heading', { name: 'Board' }).waitFor();
  await page.getByText('Open now').waitFor();
  await page.getByText('Not approved yet').waitFor();
  const before = await mailsTo(bob);
  await button(page, 'Invite by e-mail').click();
  const invitation = dialog(page, 'Invite to “Board”');
  await invitation.getByRole('button', { name: 'Send invitations' }).click();
  await invitation.getByText('2 invitations are on their way.').waitFor();
  await until('the result has the focus', () => hasFocus(invitation.getByRole('status').first()));
  const noMail = invitation.getByTestId('ERROR_GROUP_HAS_NO_EMAIL');
  await noMail.getByText('No e-mail address').waitFor();
  expect(await noMail.textContent()).toContain(system.device.printed);
  expect(await invitation.getByTestId('ERROR_GROUP_NOT_APPROVED').textContent()).toContain(manager);

  await system.write('manager', 'POST', `/pairs/${pair.id}/approval`);
  // Without the device, which has no address.
  const again = invitation.getByRole('button', { name: 'Invite 1 again' });
  await again.click();
  await invitation.getByText('3 invitations are on their way.').waitFor();
  await again.waitFor({ state: 'detached' });
  await until('the result has the focus again', () => hasFocus(invitation.getByRole('status').first()));
  await until('the one who was not approved has mail', async () => (await mailsTo(manager)) > 0);
  expect(await mailsTo(bob)).toBe(before + 1);
  expect(await mailsTo('board.guest@example.org')).toBe(1);
  await invitation.getByRole('button', { name: 'Close' }).click();
  // The guest's own link came with the invitation.
  await page.getByRole('button', { name: 'Revoke link: board.guest@example.org' }).waitFor();

  await button(page, 'Edit').click();
  const change = dialog(page, 'Edit group');
  expect(await change.getByLabel('Record every call on the server').isChecked()).toBe(true);
  await change.getByLabel('Record every call on the server').uncheck();
  await change.getByLabel('Group name').fill('Council');
  await change.getByText(bob).click();
  await change.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Council' }).waitFor();
  await change.waitFor({ state: 'detached' });
  expect(await system.read('manager', '/groups?search=Council')).toMatchObject({
    'hydra:member': [{ name: 'Council', autoRecord: false }],
  });
  await page.getByRole('link', { name: bob }).waitFor({ state: 'detached' });
  await button(page, 'Delete').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await page.waitForURL('**/manager/groups');
  await row(page, 'Council').waitFor({ state: 'detached' });
});

test('the owner that is pressed is chosen, whatever is found before the release', async () => {
  const page = await people.signedIn('manager');
  await page.goto('/manager/groups');
  await button(page, 'Create group').click();
  const form = dialog(page, 'Create group');
  const owner = form.getByRole('combobox', { name: 'Owner' });
  const bob = form.getByRole('option', { name: /^Bob/ });
  const ofSearch = /[?&]search=/;
  /** Types a text that does not find Bob. Returns what lets the answer arrive. */
  const search = async (text: string) => {
    const held = Promise.withResolvers<void>();
    await page.route(ofSearch, async (route) => {
      await held.promise;
      await route.continue();
    });
    await owner.fill(text);
    await form.locator('[role=listbox][aria-busy=true]').waitFor();
    return async () => {
      const answers = ['users', 'devices'].map(async (path) => {
        const answer = await page.waitForResponse((response) => response.url().includes(`/api/v1/${path}?`));
        await answer.finished();
      });
      held.resolve();
      await Promise.all(answers);
      await page.unroute(ofSearch);
      // An answer that changed the list would do so by now.
      await motionEnds(page);
    };
  };
  const press = async () => {
    await bob.hover();
    await page.mouse.down();
  };

  await owner.click();
  await bob.waitFor();
  const answer = await search('alice');
  await owner.press('Enter');
  expect(await owner.inputValue()).toBe('alice');
  await press();
  await answer();
  await page.mouse.up();
  expect(await owner.inputValue()).toBe('Bob');

  // A press that is taken elsewhere chooses nothing, and the list catches up.
  await owner.fill('');
  await bob.waitFor();
  const next = await search('alic');
  await press();
  await form.getByRole('heading', { name: 'Create group' }).hover();
  await next();
  await page.mouse.up();
  await bob.waitFor({ state: 'detached' });
  expect(await owner.inputValue()).toBe('alic');

  // As assistive technology clicks, without a pointer.
  await owner.fill('');
  await bob.dispatchEvent('click');
  expect(await owner.inputValue()).toBe('Bob');
});

test('two changes of the same group are brought together', async () => {
  const { system } = people;
  const groups = (await system.read('alice', '/groups')) as Collection;
  const id = groups['hydra:member'][0]?.id ?? '';
  const page = await people.signedIn('manager');
  await page.goto(`/manager/groups/${id}?edit=${id}`);
  const form = dialog(page, 'Edit group');
  await form.getByLabel('Guests (optional)').fill('mine@example.org');
  await system.write('alice', 'PATCH', `/groups/${id}`, { name: 'Renamed meanwhile' });
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Renamed meanwhile' }).waitFor();
  await page.getByText('mine@example.org').first().waitFor();
});

test('a webhook shows its secret once, is tried out, and what it was sent can be sent again', async () => {
  await using receiver = await openWebhookReceiver('taken with thanks');
  const page = await people.signedIn('manager');
  await page.goto('/manager/webhooks');
  await button(page, 'Add a webhook').first().click();
  const form = dialog(page, 'Add a webhook');
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await form.getByText('Fill in this field.').first().waitFor();
  await form.getByLabel('Name (optional)').fill('Billing');
  await form.getByRole('textbox', { name: 'Address' }).fill(receiver.url);
  await form.getByText('A call ended').click();
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  const secret = dialog(page, 'Webhook added');
  expect(await secret.getByTestId('webhook-secret').inputValue()).toMatch(/^whsec_/);
  await secret.getByRole('button', { name: 'I’ve copied it' }).click();

  await row(page, 'Billing').getByRole('link', { name: 'Billing' }).click();
  await button(page, 'Send a test event').click();
  await page.getByText('The test event is on its way.').waitFor();
  const delivery = row(page, 'Test event');
  await delivery.getByText('Delivered').waitFor();
  await delivery.getByText('200').waitFor();
  expect(receiver.received).toHaveLength(1);
  expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({ type: 'webhook.test' });
  await delivery.getByRole('link').click();
  const details = dialog(page, 'Test event');
  await details.getByText('taken with thanks').waitFor();
  await details.getByRole('button', { name: 'Deliver again' }).click();
  await until('the event came again', async () => receiver.received.length === 2);
  expect(receiver.received[1]?.id).toBe(receiver.received[0]?.id);
  await details.getByRole('button', { name: 'Close' }).click();

  await button(page, 'Disable').click();
  await page.getByText('Billing was disabled').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await button(page, 'Disable').waitFor();
  await button(page, 'More options').click();
  await page.getByRole('menuitem', { name: 'Renew the secret' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Renew' }).click();
  const renewed = dialog(page, 'New secret');
  expect(await renewed.getByTestId('webhook-secret').inputValue()).toMatch(/^whsec_/);
  await renewed.getByRole('button', { name: 'I’ve copied it' }).click();
});

test('a notification is written in both languages, previewed, and seen by a user', async () => {
  const page = await people.signedIn('manager');
  await page.goto('/manager/notifications');
  await button(page, 'Add a notification').first().click();
  const form = dialog(page, 'Add a notification');
  await form.getByLabel('Title (日本語)').fill('休業のお知らせ');
  await form.getByLabel('Title (English)').fill('Closed on Monday');
  await form.getByLabel('Contents (English, optional)').fill('We are back on Tuesday.');
  const preview = form.getByRole('region', { name: 'Preview' });
  await preview.getByRole('heading', { name: 'Closed on Monday' }).waitFor();
  await preview.getByText('日本語').click();
  await preview.getByRole('heading', { name: '休業のお知らせ' }).waitFor();
  const atOnce = preview.getByText('This time has passed.');
  const yesterday = new Date(Date.now() - DAY_MS).toISOString().slice(0, 10);
  await form.getByText('Without a date it appears at once.').waitFor();
  await form.getByLabel('Date').fill(yesterday);
  await atOnce.waitFor();
  const withoutTime = form.getByText('Without a time it appears at 00:00.');
  await withoutTime.waitFor();
  await form.getByLabel('Time of day').fill('09:30');
  await withoutTime.waitFor({ state: 'detached' });
  await form.getByLabel('Time of day').fill('');
  // In the time zone of the fields, as readers of that language write it.
  await preview.getByText(`${yesterday.replaceAll('-', '/')} 00:00`, { exact: true }).waitFor();
  await form.getByLabel('Date').fill('2020-01-02');
  await preview.getByText('Notifications are deleted 365 days after they appear.').waitFor();
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await form.getByText('A notification of that date would be deleted at once.').waitFor();
  await form.getByLabel('Date').fill('');
  await atOnce.waitFor({ state: 'detached' });
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await row(page, 'Closed on Monday').getByText('Published').waitFor();

  const reader = await people.signedIn('alice');
  await reader.goto('/user/notifications');
  await reader.getByRole('heading', { name: 'Closed on Monday' }).waitFor();
  await reader.getByText('We are back on Tuesday.').waitFor();

  await row(page, 'Closed on Monday').getByRole('link').click();
  const change = dialog(page, 'Edit the notification');
  await change.getByLabel('Title (English)').fill('Closed on Tuesday');
  await change.getByRole('button', { name: 'Save' }).click();
  await row(page, 'Closed on Tuesday').waitFor();
});
