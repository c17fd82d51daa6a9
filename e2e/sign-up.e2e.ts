import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser, openPage, signIn } from './support/browser.ts';
import { type System, startSystem } from './support/system.ts';

const firstLink = (text: string): string => {
  const link = /https?:\/\/\S+/.exec(text)?.[0];
  if (!link) throw new Error(`No link in the mail: ${text}`);
  return link;
};

describe('an account', () => {
  let system: System;
  let browser: Browser;

  beforeAll(async () => {
    system = await startSystem({ name: 'sign-up' });
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await system?.stop();
  });

  test('is made, verified by the mailed link, and signed in', async () => {
    const page = await openPage(browser, { url: system.url });
    await page.goto('/signin');
    await page.getByRole('link', { name: 'Sign up' }).click();
    await page.getByLabel('E-mail address').fill('dora@example.com');
    await page.getByLabel('Password', { exact: true }).fill('correct horse');
    await page.getByRole('button', { name: 'Sign up' }).click();
    const mail = await system.mailTo('dora@example.com');
    await page.goto(firstLink(mail.text));
    await page
      .getByText(/verified/i)
      .first()
      .waitFor();
    await signIn(page, { mail: 'dora@example.com', password: 'correct horse' });
    expect(new URL(page.url()).pathname).toBe('/user');
  });

  test('gets a new password by the mailed link, and the old one no longer works', async () => {
    const page = await openPage(browser, { url: system.url });
    const { mail: address, password } = system.account('carol');
    await page.goto('/user/password/forgot');
    await page.getByLabel('E-mail address').fill(address);
    await page.getByRole('button', { name: /send/i }).click();
    const mail = await system.mailTo(address);
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
    const page = await openPage(browser, { url: system.url });
    const { mail, password } = system.account('manager');
    await page.goto('/manager/signin');
    await page.getByLabel('E-mail address').fill(mail);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).last().click();
    await page.waitForURL('**/manager');
  });
});
