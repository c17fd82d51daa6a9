import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { signIn } from './support/browser.ts';
import { setUpPeople } from './support/set-up.ts';
import { until } from './support/until.ts';

describe('the screens of a user', () => {
  const people = setUpPeople({ customerPerTest: true });

  /** What an account, or no one, asks of the API. */
  const send = async (who: string | null, path: string, body: unknown): Promise<Response> => {
    const post = (to: string, what: unknown, token?: string) =>
      fetch(`${people.system.url}/api/v1${to}`, {
        method: 'POST',
        headers: {
          'content-type': to === '/auth' ? 'application/json' : 'application/ld+json',
          ...(token && { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify(what),
      });
    if (who === null) return await post(path, body);
    const { mail, password } = people.system.account(who);
    const answer = await post('/auth', { username: mail, password });
    const { token } = (await answer.json()) as { token: string };
    return await post(path, body, token);
  };

  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
  const question = (page: Page, name: string | RegExp) => page.getByRole('alertdialog', { name });

  test('make a group, invite its members, give a guest a link and take it back, change and delete the group', async () => {
    const page = await people.person('alice');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write', 'camera', 'microphone']);
    await page.goto('/user/owngroups');
    await button(page, 'Create group').first().click();
    const form = dialog(page, 'Create group');
    await form.getByRole('button', { name: 'Create group' }).click();
    await form.getByText('The group name is required').waitFor();
    await form.getByLabel('Group name').fill('Choir');
    await form.getByText(people.system.account('bob').mail).click();
    await form.getByText(people.system.device.printed).click();
    await form.getByLabel('Guests (optional)').fill('guest@example.org');
    await form.getByLabel('Start date').fill('2026-01-02');
    await form.getByLabel('End date').fill('2026-01-01');
    await form.getByRole('button', { name: 'Create group' }).click();
    await form.getByText('The end must be after the start.').waitFor();

    await form.getByRole('button', { name: 'Cancel' }).click();
    await question(page, 'Discard the changes?').getByRole('button', { name: 'Keep editing' }).click();
    expect(await form.getByLabel('Group name').inputValue()).toBe('Choir');
    await form.getByLabel('End date').fill('2100-01-01');
    await form.getByRole('button', { name: 'Create group' }).click();
    const row = page.getByRole('row').filter({ hasText: 'Choir' });
    await row.getByText('2026/01/02 00:00').waitFor();
    await row.getByText('2100/01/01 23:59').waitFor();
    await page.setViewportSize({ width: 1280, height: 800 });
    const card = await page.getByRole('region', { name: 'My groups' }).boundingBox();
    const last = await row.getByRole('button', { name: 'More options for Choir' }).boundingBox();
    if (!card || !last) throw new Error('The list is not shown');
    expect(last.x + last.width, 'the row ends in its card').toBeLessThan(card.x + card.width);

    await row.getByRole('button', { name: 'More options for Choir' }).click();
    await page.getByRole('menuitem', { name: 'Invite everyone by e-mail' }).click();
    const invitation = dialog(page, 'Invite to “Choir”');
    await invitation.getByRole('button', { name: 'Send invitations' }).click();
    await invitation.getByText('2 invitations are on their way.').waitFor();
    await invitation.getByText(`${people.system.device.printed}: No e-mail address`).waitFor();
    expect((await people.system.mailTo('guest@example.org')).text).toContain('/guest#token=');
    await invitation.getByRole('button', { name: 'Close' }).click();

    await row.getByRole('button', { name: 'Guest links of Choir' }).click();
    const links = dialog(page, 'Guest links of Choir');
    await links.getByText('guest@example.org').waitFor();
    await links.getByRole('button', { name: 'Create link' }).click();
    const address = await links.getByLabel('Guest link', { exact: true }).inputValue();
    await links.getByRole('button', { name: 'Copy', exact: true }).click();
    await links.getByRole('button', { name: 'Copied', exact: true }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
    const [, token] = /#token=(.+)$/.exec(address) ?? [];
    expect((await send(null, '/guest_links/check', { token })).status).toBe(200);
    await links.getByRole('button', { name: 'Close' }).click();
    // A link that works is still there to be copied.
    await row.getByRole('button', { name: 'Guest links of Choir' }).click();
    await page.evaluate(() => navigator.clipboard.writeText(''));
    await links.getByRole('button', { name: 'Copy: Link of' }).click();
    await links.getByRole('button', { name: 'Copied', exact: true }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
    await links.getByRole('button', { name: 'Revoke link: Link of' }).click();
    const withdrawal = question(page, 'Revoke link?');
    await withdrawal.getByText('This can’t be undone.').waitFor();
    await withdrawal.getByRole('button', { name: 'Revoke' }).click();
    await until(
      'the link does not work any more',
      async () => (await send(null, '/guest_links/check', { token })).status === 410,
    );
    const rest = links.getByRole('heading', { name: 'Active links' });
    await until('the list has the focus', () =>
      rest.evaluate((heading) => heading === document.activeElement),
    );
    expect(await links.getByRole('button', { name: 'Copy: Link of' }).count()).toBe(0);
    await links.getByRole('button', { name: 'Close' }).click();

    await row.getByRole('button', { name: 'More options for Choir' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await dialog(page, 'Edit group').getByLabel('Group name').fill('Chamber choir');
    await button(page, 'Save').click();
    await page.getByRole('row').filter({ hasText: 'Chamber choir' }).waitFor();
    await page.getByRole('searchbox', { name: 'Search groups' }).fill('nothing like it');
    await page.getByText('No groups found').waitFor();
    await page.getByRole('searchbox', { name: 'Search groups' }).fill('chamber');
    await page.getByRole('button', { name: 'More options for Chamber choir' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const deletion = question(page, 'Delete “Chamber choir”?');
    await deletion.getByText('This can’t be undone.').waitFor();
    await deletion.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No groups found').waitFor();
  });

  test('page through a list, as many at a time as they like, and sort it', async () => {
    for (let number = 1; number <= 12; number++) {
      await people.system.write('carol', 'POST', '/groups', {
        name: `Ward ${String(number).padStart(2, '0')}`,
      });
    }
    const page = await people.signedIn('carol');
    await page.goto('/user/owngroups?sort=name:asc');
    const names = page.getByRole('row').getByText(/^Ward \d\d$/);
    const shows = (count: number) => until(`${count} groups`, async () => (await names.count()) === count);
    const lists = (...wards: readonly string[]) =>
      until(wards.join(), async () => (await names.allTextContents()).join() === wards.join());
    await shows(12);
    await page.getByText('12 in all').waitFor();
    await page.getByLabel('Per page').selectOption('10');
    await page.getByText('Page 1 of 2').waitFor();
    await shows(10);
    await button(page, 'Next page').click();
    await page.getByText('Page 2 of 2').waitFor();
    await lists('Ward 11', 'Ward 12');
    expect(await button(page, 'Next page').isDisabled()).toBe(true);
    // The address leads to the same part of the list.
    await page.reload();
    await lists('Ward 11', 'Ward 12');
    // Another order begins with its first page.
    await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
    await page.getByText('Page 1 of 2').waitFor();
    await until('the last comes first', async () => (await names.first().textContent()) === 'Ward 12');
    await page.getByRole('searchbox', { name: 'Search groups' }).fill('ward 03');
    await lists('Ward 03');
  });

  test('apply or cancel settings, and ask before leaving them', async () => {
    const page = await people.person('carol');
    await page.getByRole('button', { name: /^Menu/ }).click();
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    const bandwidth = page.getByLabel('Video bandwidth');
    await bandwidth.selectOption('500');
    // Everything else waits.
    expect(await page.getByRole('switch', { name: /Show the footer/ }).isDisabled()).toBe(true);
    expect(await page.getByLabel('Nickname').isDisabled()).toBe(true);
    await page.getByText('Apply or cancel your changes first.').first().waitFor();

    const leaving = question(page, 'Leave without applying the changes?');
    await page.getByRole('link', { name: 'Hibiki, home' }).click();
    await leaving.getByRole('button', { name: 'Stay on the page' }).click();
    await page.goBack();
    await leaving.getByRole('button', { name: 'Stay on the page' }).click();
    expect(new URL(page.url()).pathname).toBe('/user/settings');
    expect(await bandwidth.inputValue()).toBe('500');

    await button(page, 'Cancel').click();
    expect(await bandwidth.inputValue()).toBe('200');
    await bandwidth.selectOption('800');
    await page.getByLabel('Audio codec').selectOption('PCMU');
    await page.getByRole('group', { name: 'Echo cancellation' }).getByText('Disabled').click();
    await button(page, 'Apply').click();
    await page.getByText('Settings applied').waitFor();
    expect(await people.system.read('carol', '/settings/current')).toMatchObject({
      video_chat_video_bandwidth: 800,
      video_chat_audio_codec: 'PCMU',
      video_chat_echo_cancellation: false,
      video_chat_agc: null,
    });

    await page.route('**/api/v1/users/*', (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    );
    await page.getByLabel('Nickname').fill('Caro');
    await button(page, 'Apply').click();
    await page.getByText('The settings couldn’t be applied.').waitFor();
    await page.unroute('**/api/v1/users/*');
    await button(page, 'Apply').click();
    await page.getByText('The settings couldn’t be applied.').waitFor({ state: 'detached' });
    await expect.poll(() => people.system.read('carol', '/users/current')).toMatchObject({ name: 'Caro' });

    await button(page, 'Send me the link').click();
    const { mail } = people.system.account('carol');
    await page.getByText(`E-mail sent to ${mail}`).waitFor();
    expect((await people.system.mailTo(mail)).text).toContain('/user/password/reset');

    // Dirty again, and left with intent.
    await bandwidth.selectOption('150');
    await page.getByRole('link', { name: 'Hibiki, home' }).click();
    await leaving.getByRole('button', { name: 'Leave page' }).click();
    await page.waitForURL('**/user');

    await page.route('**/api/v1/settings/current', (route) => route.fulfill({ status: 404, json: {} }));
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('button', { name: /^Menu/ }).click();
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    await page.getByText('The settings couldn’t be loaded.').waitFor();
    await page.waitForURL('**/user');
  });

  test('have the fields of a row at one height', async () => {
    const page = await people.signedIn('carol');
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto('/user/settings');
    const top = async (label: string) => (await page.getByLabel(label).boundingBox())?.y;
    for (const [one, beside] of [
      ['Video bandwidth', 'Video codec'],
      ['Audio bandwidth', 'Audio codec'],
    ] as const) {
      expect(await top(one), `${one} and ${beside}`).toBe(await top(beside));
    }
  });

  test('show the people to call in the upper half of a laptop', async () => {
    const page = await people.signedIn('alice');
    await page.setViewportSize({ width: 1280, height: 717 });
    await page.goto('/user');
    const first = page.getByRole('button', { name: /^Call / }).first();
    await first.waitFor();
    expect((await first.boundingBox())?.y).toBeLessThan(360);
  });

  test('greet on a phone, in a face that was drawn for Japanese, clear of the mark of the brand', async () => {
    const page = await people.person('alice');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: /^Menu/ }).click();
    await page.getByRole('menuitem', { name: /Language/ }).click();
    await page.getByRole('menuitemradio', { name: '日本語' }).click();
    const greeting = page.getByRole('heading', { level: 1, name: 'こんにちは' });
    await greeting.waitFor();
    expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toMatch(/^"Hiragino Sans"/);
    const gap = await greeting.evaluate((heading) => {
      const words = document.createRange();
      words.selectNodeContents(heading);
      const dot = document.querySelector('circle[fill]')?.getBoundingClientRect();
      const line = words.getBoundingClientRect();
      return dot && Math.max(line.top - dot.bottom, dot.left - line.right);
    });
    expect(gap).toBeGreaterThan(8);
  });

  test('find a call that was missed in the history and among the notifications', async () => {
    const bob = await people.signedIn('bob');
    await bob.goto('/user/videochat');
    // For some seconds after her last page was closed, she may come back.
    await bob.getByRole('listitem').filter({ hasText: 'Alice' }).getByText('Offline').waitFor();
    await bob.getByRole('button', { name: 'Call Alice' }).click();
    await bob.waitForURL('**/user/videochat/talk?*');
    await until('the call has ended, nobody being there', async () => {
      const { 'hydra:totalItems': total } = (await people.system.read('alice', '/connections')) as {
        'hydra:totalItems': number;
      };
      return total > 0;
    });

    const page = await people.person('alice');
    await page.getByRole('button', { name: /^Menu, \d+ unread/ }).click();
    await page.getByRole('menuitem', { name: /Notifications/ }).click();
    await page.getByRole('img', { name: 'Unread' }).first().waitFor();
    await page.getByRole('tab', { name: /Unread/ }).click();
    await page.waitForURL('**/user/notifications?show=unread');
    await button(page, 'Mark all as read').click();
    await page.getByText('You’ve read everything').waitFor();
    await page.getByRole('tab', { name: 'All' }).click();
    await page
      .getByText(/\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d:\d{4}/)
      .first()
      .waitFor();

    await page.goto('/user/connections');
    const row = page.getByRole('row').filter({ hasText: 'Bob' });
    await row.getByText('Missed').waitFor();
    await row.getByText(/^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d:\d{4}$/).waitFor();
    await page.getByRole('button', { name: 'Duration' }).click();
    await page.waitForURL('**/user/connections?sort=duration*');
    await page.getByText('Group', { exact: true }).click();
    await page.getByText('No calls found').waitFor();
    await page.getByText('1-to-1', { exact: true }).click();
    await page.getByRole('searchbox', { name: 'Search names' }).fill('nobody');
    await page.getByText('No calls found').waitFor();
    await page.getByRole('searchbox', { name: 'Search names' }).fill('bo');
    await row.getByRole('button', { name: 'Call again: Bob' }).click();
    await page.waitForURL('**/user/videochat/talk?pair=*');
  });

  test('pair with a device by its serial number, which cannot be called before it has approved', async () => {
    const page = await people.signedIn('carol');
    await page.goto('/user/videochat');
    await button(page, 'Invite').click();
    const form = dialog(page, 'Invite someone');
    await form.getByText('A device').click();
    const serial = form.getByLabel('Serial number');
    const invite = form.getByRole('button', { name: 'Send invitation' });
    await invite.click();
    await form.getByText('The serial number is required.').waitFor();
    const { serial: long, printed } = people.system.device;
    await serial.fill(`${long.slice(0, -1)}${long.endsWith('0') ? '1' : '0'}`);
    await invite.click();
    await form.getByText('The serial number is invalid.').waitFor();
    await serial.fill(printed);
    await invite.click();
    await page.getByText('Waiting for approval').waitFor();
    await button(page, printed).click();
    await page.getByText('You can call this device once your invitation is approved on it.').waitFor();

    await button(page, 'More options for Bob').click();
    // Bob has invited Carol: what he calls her is his, and she can only delete the pair.
    expect(await page.getByRole('menuitem', { name: 'Rename' }).count()).toBe(0);
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    const deletion = question(page, 'Remove Bob?');
    await deletion.getByText('This can’t be undone.').waitFor();
    await deletion.getByRole('button', { name: 'Remove' }).click();
    await button(page, 'Call Bob').waitFor({ state: 'detached' });
  });

  test('agree to the terms of service before anything else, or are signed out', async () => {
    const account = { mail: 'newcomer@example.com', password: 'correct horse' };
    const made = await send('manager', '/users', { email: account.mail, plainPassword: account.password });
    expect(made.status).toBe(201);
    const { text } = await people.system.mailTo(account.mail);
    const page = await people.stranger();
    await page.goto(/http\S+\/user\/verify\S+/.exec(text)?.[0] ?? '');
    await page.getByText('Your e-mail address is verified.').waitFor();

    await signIn(page, account);
    const heading = page.getByRole('heading', { level: 1, name: 'Terms of service' });
    await heading.waitFor();
    expect(await page.getByRole('link', { name: 'Privacy policy' }).getAttribute('target')).toBe('_blank');
    await button(page, 'Disagree and sign out').click();
    await page.waitForURL('**/signin*');

    await signIn(page, account);
    await heading.waitFor();
    await button(page, 'Agree').click();
    await page.getByRole('heading', { name: 'Hello, newcomer@example.com' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Hello, newcomer@example.com' }).waitFor();
  });
});
