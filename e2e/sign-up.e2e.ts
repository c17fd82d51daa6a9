import { describe, expect, test } from 'vitest';
import { signIn } from './support/browser.ts';
import { setUpPeople } from './support/set-up.ts';

const firstLink = (text: string): string => {
  const link = /https?:\/\/\S+/.exec(text)?.[0];
  if (!link) throw new Error(`No link in the mail: ${text}`);
  return link;
};

describe('an account', () => {
  const people = setUpPeople(() => ({ name: 'sign-up' }));

  test('is made, verified by the mailed link, and signed in', async () => {
    const page = await people.stranger();
    await page.goto('/signin');
    await page.getByRole('link', { name: 'Sign up' }).click();
    // The old screen stays until the new one is loaded, and has a field of the same name.
    await page.getByRole('heading', { name: 'Create your account' }).waitFor();
    await page.getByLabel('E-mail address').fill('dora@example.com');
    await page.getByLabel('Password', { exact: true }).fill('correct horse');
    await page.getByRole('button', { name: 'Sign up' }).click();
    const mail = await people.system.mailTo('dora@example.com');
    await page.goto(firstLink(mail.text));
    await page
      .getByText(/verified/i)
      .first()
      .waitFor();
    await signIn(page, { mail: 'dora@example.com', password: 'correct horse' });
    expect(new URL(page.url()).pathname).toBe('/user');
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
