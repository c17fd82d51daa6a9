import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { iri } from '#protocol/rest/field.ts';
import { makeSerial } from '#protocol/serial.ts';
import { goInConsole } from './support/in-console.ts';
import { setUpPeople } from './support/set-up.ts';
import { until } from './support/until.ts';

const WIDE = { width: 1280, height: 800 };

interface Listed {
  readonly 'hydra:member': readonly { readonly id: string; readonly state?: string }[];
}

interface Made {
  readonly id: string;
}

/** What the menus of rows and the bar of chosen rows offer, each followed to what it does. */
describe('the menus of the console', () => {
  const people = setUpPeople({ prepare: (page) => page.setViewportSize(WIDE) });

  const open = async (path: string): Promise<Page> => {
    const page = await people.signedIn('manager');
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    return page;
  };
  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
  const menuOf = async (page: Page, name: string, item: string) => {
    await button(page, `More options for ${name}`).click();
    await page.getByRole('menuitem', { name: item, exact: true }).click();
  };
  const domain = () => people.system.account('manager').mail.split('@')[1];
  /** What was chosen is confirmed, and followed to its end. */
  const runMany = async (page: Page, label: string, count: number) => {
    await button(page, label).click();
    const question = page.getByRole('dialog', { name: label });
    await question.getByText(/^(It will be done for )?\d+ (users?|devices?|pairs?|groups?)\b/).waitFor();
    await question.getByRole('button', { name: label }).click();
    await page.getByText(`${count} of ${count}`, { exact: true }).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await page.getByText(/ selected/).waitFor({ state: 'hidden' });
  };
  const mailsTo = async (address: string): Promise<number> => {
    const answer = await fetch(`${people.system.url}/dev/mailbox.json?to=${encodeURIComponent(address)}`);
    return ((await answer.json()) as unknown[]).length;
  };
  const list = async (path: string) =>
    ((await people.system.read('manager', path)) as Listed)['hydra:member'];

  test('send users what they wait for, one by one and many at once', async () => {
    const mails = ['wait1', 'wait2'].map((name) => `${name}@${domain()}`);
    for (const [at, email] of mails.entries()) {
      await people.system.write('manager', 'POST', '/users', {
        email,
        nickname: `Wait ${at + 1}`,
        plainPassword: 'correct horse battery',
      });
    }
    const [one = '', two = ''] = mails;
    const page = await open('/manager/users?search=wait&sort=nickname:asc');
    await menuOf(page, 'Wait 1', 'Send verification again');
    await page.getByText(`E-mail sent to ${one} again`).waitFor();
    await menuOf(page, 'Wait 1', 'Reset the password by e-mail');
    await page.getByText(`A link to set a new password is on its way to ${one}`).waitFor();
    await until('three mails are there', async () => (await mailsTo(one)) === 3);

    await page.getByLabel('Select all rows of this page').check();
    await page.getByText('2 selected').waitFor();
    await runMany(page, 'Send link again', 2);
    await until('the link is mailed again', async () => (await mailsTo(two)) === 2);
    await page.getByLabel('Select Wait 2').check();
    await button(page, 'Clear the selection').click();
    await page.getByText('1 selected').waitFor({ state: 'detached' });
    await page.getByLabel('Select Wait 2').check();
    await runMany(page, 'Send a password reset link', 1);
    await until('that is mailed', async () => (await mailsTo(two)) === 3);
  });

  test('disable, enable and delete devices, many at once', async () => {
    const page = await open('/manager/devices');
    const state = async () => (await list('/devices'))[0]?.state;
    await page.getByLabel('Select Reception').check();
    await runMany(page, 'Disable', 1);
    expect(await state()).toBe('DISABLED');
    await row(page, 'Reception').getByText('Disabled').waitFor();
    await page.getByLabel('Select Reception').check();
    await runMany(page, 'Enable', 1);
    expect(await state()).toBe('ENABLED');
    await row(page, 'Reception').getByText('Enabled').waitFor();
    await page.getByLabel('Select Reception').check();
    await button(page, 'Delete').click();
    await page.getByRole('dialog', { name: 'Delete' }).getByRole('button', { name: 'Cancel' }).click();
    expect(await list('/devices')).toHaveLength(1);
  });

  test('send invitations to pairs again, and delete them', async () => {
    const { mail } = people.system.account('manager');
    const { id } = (await people.system.write('alice', 'POST', '/pairs', { mail })) as {
      readonly id: string;
    };
    const before = await mailsTo(mail);
    const page = await open('/manager/pairs');
    const pair = page.locator(`tr[data-id="${id}"]`);
    await pair.getByRole('button', { name: 'More options for Alice and Manager' }).click();
    await page.getByRole('menuitem', { name: 'Send invitation again' }).click();
    await page.getByText(/^Invitation sent to .* again$/).waitFor();
    await until('it is mailed', async () => (await mailsTo(mail)) === before + 1);
    await pair.getByRole('checkbox', { name: 'Select Alice and Manager' }).check();
    await runMany(page, 'Send invitation again', 1);
    await until('it is mailed once more', async () => (await mailsTo(mail)) === before + 2);
    await pair.getByRole('checkbox').check();
    await runMany(page, 'Delete', 1);
    await pair.waitFor({ state: 'detached' });
  });

  test('change pairs, which is undone until someone else changes or deletes them', async () => {
    const { mail } = people.system.account('manager');
    const { id } = (await people.system.write('carol', 'POST', '/pairs', { mail, name: 'Boss' })) as Made;
    const page = await open('/manager/pairs');
    const pair = page.locator(`tr[data-id="${id}"]`);
    const rename = async (name: string) => {
      // Opened by its name, which is the invited side although the reader is that side.
      await pair.getByRole('link', { name: mail }).click();
      const edit = page.getByRole('dialog', { name: 'Edit the pair' });
      await edit.getByText(mail).waitFor();
      await edit.getByLabel('Name').fill(name);
      await edit.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Pair changed').waitFor();
      await pair.getByText(`(${name})`).waitFor();
    };
    await pair.getByText('(Boss)').waitFor();
    await rename('Chief');
    await button(page, 'Undo').click();
    await pair.getByText('(Boss)').waitFor();

    await rename('Chief');
    await people.system.write('manager', 'PATCH', `/pairs/${id}`, { name: 'Head' });
    await button(page, 'Undo').click();
    await page.getByText('Someone else changed this. Reload it and make your change again.').waitFor();
    await pair.getByText('(Head)').waitFor();

    await rename('Chief');
    await people.system.write('manager', 'DELETE', `/pairs/${id}`);
    await button(page, 'Undo').click();
    await page.getByText('Not found. It may have been deleted.').waitFor();
    await pair.waitFor({ state: 'detached' });
  });

  test('change groups, which is undone until someone else changes or deletes them', async () => {
    const { id } = (await people.system.write('carol', 'POST', '/groups', { name: 'Choir' })) as Made;
    const page = await open('/manager/groups');
    const rename = async (from: string, to: string) => {
      await menuOf(page, from, 'Edit');
      const edit = page.getByRole('dialog', { name: 'Edit group' });
      await edit.getByLabel('Group name').fill(to);
      await edit.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Group saved').waitFor();
      await row(page, to).waitFor();
    };
    await rename('Choir', 'Band');
    await button(page, 'Undo').click();
    await row(page, 'Choir').waitFor();

    await rename('Choir', 'Band');
    await people.system.write('carol', 'PATCH', `/groups/${id}`, { name: 'Orchestra' });
    await button(page, 'Undo').click();
    await page.getByText('Someone else changed this. Reload it and make your change again.').waitFor();
    await row(page, 'Orchestra').waitFor();

    await rename('Orchestra', 'Band');
    await people.system.write('carol', 'DELETE', `/groups/${id}`);
    await button(page, 'Undo').click();
    await page.getByText('Not found. It may have been deleted.').waitFor();
    await row(page, 'Band').waitFor({ state: 'detached' });
  });

  test('invite no one who is paired already, and say so', async () => {
    const page = await open('/manager/pairs?invite=');
    const invitation = page.getByRole('dialog', { name: 'Invite' });
    await invitation.getByRole('combobox', { name: 'Who invites?' }).fill('alice');
    await invitation.getByRole('option', { name: /^Alice/ }).click();
    await invitation.getByLabel('E-mail address').fill(people.system.account('bob').mail);
    await invitation.getByRole('button', { name: 'Send invitation' }).click();
    await invitation.getByText('There is already a pair or an invitation between these two.').waitFor();
  });

  test('invite a group, show its calls, and delete it', async () => {
    const page = await open('/manager/groups');
    await menuOf(page, 'Demo group', 'Invite by e-mail');
    const invitation = page.getByRole('dialog', { name: 'Invite to “Demo group”' });
    await invitation.getByRole('button', { name: 'Send invitations' }).click();
    await invitation.getByText('2 invitations are on their way.').waitFor();
    await invitation.getByRole('button', { name: 'Close' }).click();
    await menuOf(page, 'Demo group', 'Edit');
    const edit = page.getByRole('dialog', { name: 'Edit group' });
    await edit.getByLabel('Guests (optional)').fill(`guest@${domain()}`);
    await edit.getByRole('button', { name: 'Save' }).click();
    await edit.waitFor({ state: 'detached' });
    await menuOf(page, 'Demo group', 'Invite by e-mail');
    await invitation.getByRole('button', { name: 'Send invitations' }).click();
    await invitation.getByText(/invitations? (is|are) on (its|their) way\./).waitFor();
    await invitation.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('link', { name: 'Demo group' }).click();
    const revoke = page.getByRole('button', { name: `Revoke link: guest@${domain()}` });
    await revoke.click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await revoke.waitFor({ state: 'detached' });

    await goInConsole(page, '/manager/groups');
    await menuOf(page, 'Demo group', 'Delete');
    const question = page.getByRole('alertdialog', { name: 'Delete “Demo group”?' });
    await question.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No groups yet').waitFor();
  });

  test('disable, edit and delete a webhook, and delete a notification', async () => {
    await people.system.write('manager', 'POST', '/webhooks', {
      name: 'Billing',
      url: 'https://example.com/',
      events: ['call.ended'],
    });
    await people.system.write('manager', 'POST', '/notifications', {
      title: { ja: 'お知らせ', en: 'News' },
      contents: { ja: '', en: '' },
    });
    const page = await open('/manager/webhooks');
    await menuOf(page, 'Billing', 'Disable');
    await page.getByText('Billing was disabled').waitFor();
    await button(page, 'Undo').click();
    await until('it is enabled again', async () => {
      const [webhook] = (await list('/webhooks')) as readonly { readonly enabled?: boolean }[];
      return webhook?.enabled === true;
    });
    await menuOf(page, 'Billing', 'Edit');
    const edit = page.getByRole('dialog', { name: 'Edit the webhook' });
    await edit.getByLabel('Name (optional)').fill('Invoices');
    await edit.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Webhook changed').waitFor();
    await menuOf(page, 'Invoices', 'Delete');
    await page
      .getByRole('alertdialog', { name: 'Delete “Invoices”?' })
      .getByRole('button', { name: 'Delete' })
      .click();
    await page.getByText('No webhooks yet').waitFor();

    await goInConsole(page, '/manager/notifications');
    await menuOf(page, 'News', 'Delete');
    await page
      .getByRole('alertdialog', { name: 'Delete “News”?' })
      .getByRole('button', { name: 'Delete' })
      .click();
    await page.getByText('No notifications yet').waitFor();
  });

  describe('the page of what was deleted leads to the list, though the news of it comes before the answer', () => {
    const menus = { users: /^More options for/, devices: /^More options for/, webhooks: 'More options' };
    const made = async (path: string) => {
      const own = ((await people.system.read('manager', '/users/current')) as Made).id;
      const bodies: Readonly<Record<string, object>> = {
        groups: { name: 'Short lived', owner: iri('users', own) },
        users: { email: `short@${domain()}`, nickname: 'Short', plainPassword: 'correct horse battery' },
        devices: { serialNumber: makeSerial(`T${domain()?.slice(0, 5).toUpperCase()}`, 2).long },
        webhooks: { url: 'https://example.com/', events: ['call.ended'] },
      };
      return ((await people.system.write('manager', 'POST', `/${path}`, bodies[path])) as Made).id;
    };

    test.for(['groups', 'users', 'devices', 'webhooks'] as const)('%s', async (path) => {
      const id = await made(path);
      const page = await open(`/manager/${path}/${id}`);
      const gone = page.getByRole('heading', { name: 'Page not found' });
      await page.route(`**/api/v1/${path}/${id}`, async (route) => {
        if (route.request().method() !== 'DELETE') return route.fallback();
        const response = await route.fetch();
        await gone.waitFor();
        await route.fulfill({ response });
      });
      if (path === 'groups') {
        await button(page, 'Delete').click();
      } else {
        await button(page, menus[path]).click();
        await page.getByRole('menuitem', { name: 'Delete' }).click();
      }
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await page.waitForURL((url) => url.pathname === `/manager/${path}`);
      await gone.waitFor({ state: 'detached' });
    });
  });
});
