import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { signIn } from './support/browser.ts';
import { firstLink } from './support/mail-link.ts';
import { setUpPeople } from './support/set-up.ts';
import { until } from './support/until.ts';

const people = setUpPeople();

/** The link of the newest mail to an address, followed by a browser on which no one is signed in. */
const followLink = async (address: string): Promise<Page> => {
  const page = await people.stranger();
  await page.goto(firstLink((await people.system.mailTo(address)).text));
  return page;
};

/** A link of which one character of the token is another. */
const damaged = (link: string): string =>
  link.replace(/token=(.)/, (_, first: string) => `token=${first === 'A' ? 'B' : 'A'}`);

describe('an account', () => {
  test('is made, verified by the mailed link, and signed in', async () => {
    const page = await people.stranger();
    await page.goto('/signin');
    await page.getByRole('link', { name: 'Sign up' }).click();
    // The old screen stays until the new one is loaded, and has a field of the same name.
    await page.getByRole('heading', { name: 'Create your account' }).waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Dora');
    await page.getByLabel('E-mail address').fill('dora@example.com');
    await page.getByLabel('Password', { exact: true }).fill('correct horse');
    await page.getByRole('button', { name: 'Sign up' }).click();
    await page.getByText('Agree to the terms of service.').waitFor();
    await page.getByRole('checkbox', { name: /terms of service/ }).check();
    await page.getByRole('button', { name: 'Sign up' }).click();
    await page.getByText('Account created.').waitFor();
    // By itself, after a few seconds.
    await page.waitForURL('**/signin');
    const { text } = await people.system.mailTo('dora@example.com');
    await page.goto(damaged(firstLink(text)));
    await page.getByText('The link is not valid. The e-mail address could not be verified.').waitFor();
    await page.goto('/user/verify?token=only');
    await page.getByText('The link is not valid. The e-mail address could not be verified.').waitFor();
    await page.goto(firstLink(text));
    await page.getByText('Your e-mail address is verified.').waitFor();
    await page.reload();
    await page.getByText('This e-mail address is already verified.').waitFor();
    await signIn(page, { mail: 'dora@example.com', password: 'correct horse' });
    expect(new URL(page.url()).pathname).toBe('/user');
    await page.getByRole('heading', { name: 'Hello, Dora' }).waitFor();
  });

  test('gets a new password by the mailed link, and the old one no longer works', async () => {
    const page = await people.stranger();
    const { mail: address, password } = people.system.account('carol');
    await page.goto('/user/password/forgot');
    await page.getByLabel('E-mail address').fill(address);
    await page.getByRole('button', { name: /send/i }).click();
    const mail = await people.system.mailTo(address);
    await page.goto(firstLink(mail.text));
    await page.getByLabel('New password', { exact: true }).fill('another horse');
    await page
      .getByRole('button', { name: /password/i })
      .last()
      .click();
    await page.waitForURL('**/signin*');
    await page.getByLabel('E-mail address').fill(address);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).last().click();
    await page.getByText('The e-mail address or password is wrong.').waitFor();
    await signIn(page, { mail: address, password: 'another horse' });
  });

  test('has a manager door of its own', async () => {
    const page = await people.stranger();
    const { mail, password } = people.system.account('manager');
    await page.goto('/manager/signin');
    await page.getByLabel('E-mail address').fill(mail);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).last().click();
    await page.waitForURL('**/manager');
  });
});

describe('a mailed link', () => {
  test('approves a pair when its button is pressed, and once only, and is sent again on request', async () => {
    await people.system.write('admin', 'POST', '/users', {
      email: 'erin@example.com',
      plainPassword: 'correct horse',
      lang: 'en',
    });
    const verification = await followLink('erin@example.com');
    await verification.getByText('Your e-mail address is verified.').waitFor();
    await people.system.write('alice', 'POST', '/pairs', { mail: 'erin@example.com' });
    const mailedLink = (former?: string) =>
      until('the invitation is mailed', async () => {
        const { text } = await people.system.mailTo('erin@example.com');
        const link = text.includes('/user/approval') ? firstLink(text) : undefined;
        return link === former ? undefined : link;
      });
    const first = await mailedLink();
    const inviter = await people.signedIn('alice');
    await inviter.goto('/user/videochat');
    await inviter.getByRole('button', { name: 'Send invitation to erin@example.com again' }).click();
    await inviter.getByText('Invitation sent to erin@example.com again').waitFor();
    const link = await mailedLink(first);
    const page = await people.stranger();
    const approve = page.getByRole('button', { name: 'Approve', exact: true });
    await page.goto(damaged(link));
    await page.getByText('This link isn’t valid. The invitation wasn’t approved.').waitFor();
    await page.goto('/user/approval');
    await page.getByText('This link isn’t valid. The invitation wasn’t approved.').waitFor();
    expect(await approve.count()).toBe(0);
    await page.goto(link);
    await page.getByText(`Alice (${people.system.account('alice').mail}) wants to pair with you.`).waitFor();
    await approve.click();
    await page.getByText('You’re paired. You can now call each other.').waitFor();
    await page.reload();
    await page.getByText('You already approved this invitation.').waitFor();
  });

  test('verifies the mail address of a customer', async () => {
    const body = { name: 'Enquiries', mail: 'enquiries@example.com' };
    const made = (await people.system.write('admin', 'POST', '/customers', body)) as {
      readonly '@id': string;
    };
    const page = await followLink('enquiries@example.com');
    expect(new URL(page.url()).searchParams.get('kind')).toBe('customer');
    await page.getByText('Your e-mail address is verified.').waitFor();
    const customer = await people.system.read('admin', made['@id'].replace('/api/v1', ''));
    expect(customer).toMatchObject({ state: 'VERIFIED' });
    await page.reload();
    await page.getByText('This e-mail address is already verified.').waitFor();
  });

  test("verifies an admin, and changes an admin's password", async () => {
    const account = { email: 'second@example.com', plainPassword: 'correct horse' };
    await people.system.write('admin', 'POST', '/admins', account);
    const verification = await followLink('second@example.com');
    expect(new URL(verification.url()).searchParams.get('kind')).toBe('admin');
    await verification.getByText('Your e-mail address is verified.').waitFor();

    await people.system.write('admin', 'POST', '/admins/reset', { email: 'second@example.com' });
    const link = await until('the link to a new password is mailed', async () => {
      const { text } = await people.system.mailTo('second@example.com');
      return text.includes('/password/reset') ? firstLink(text) : undefined;
    });
    const page = await people.stranger();
    await page.goto(link);
    await page.getByLabel('New password', { exact: true }).fill('correct horse');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Enter a different password.').waitFor();
    await page.getByLabel('New password', { exact: true }).fill('another horse');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.waitForURL('**/manager/signin');
    const answer = await fetch(`${people.system.url}/api/v1/auth`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'second@example.com', password: 'another horse' }),
    });
    expect(answer.status).toBe(200);
  });
});

test('someone signs in on the page of the API, and it answers what is asked there', async () => {
  const { mail, password } = people.system.account('alice');
  const page = await people.stranger();
  await page.goto('/api/v1/docs');
  const signIn = page.locator('.opblock-post').filter({ has: page.locator('[data-path="/auth"]') });
  await page.locator('#operations-tag-auth').click();
  await signIn.click();
  await signIn.locator('textarea').fill(JSON.stringify({ username: mail, password }));
  await signIn.getByRole('button', { name: 'Execute' }).click();
  await page.locator('.auth-wrapper .authorize.locked').waitFor();
  const path = page.locator('.opblock-get', { hasText: '/users/current' });
  await page.locator('.opblock-tag', { hasText: 'User' }).first().click();
  await path.first().click();
  const answered = page.waitForResponse((response) => response.url().endsWith('/api/v1/users/current'));
  await path.first().getByRole('button', { name: 'Execute' }).click();
  expect((await answered).status()).toBe(200);
  await page.locator('.live-responses-table', { hasText: mail }).waitFor();
});
