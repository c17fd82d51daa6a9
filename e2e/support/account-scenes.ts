import type { Page } from 'playwright';
import { enter, leave, nameOfLook, type Scene, type Studio, visit } from './album.ts';
import { settled } from './settled.ts';
import { say } from './texts.ts';
import { until } from './until.ts';

const PASSWORD = 'correct horse';

/** From the first mail to the first look around: what someone sees once in the life of an account. */
async function shootAccount(studio: Studio): Promise<void> {
  const { album, system } = studio;
  const { language } = album.look;
  const mail = `newcomer-${nameOfLook(album.look)}@example.com`;
  const linkTo = (path: string) =>
    until(`a mail leads to ${path}`, async () => {
      const { text } = await system.mailTo(mail);
      return /http\S+/.exec(text)?.[0].includes(path) && /http\S+/.exec(text)?.[0].replace(system.url, '');
    });
  await system.write('admin', 'POST', '/users', { email: mail, plainPassword: PASSWORD, lang: language });
  const verification = await linkTo('/user/verify');

  const page = await enter(studio);
  await submit(page, '/signin', mail, PASSWORD);
  await album.shoot(page, 'signin-unverified');
  await visit(page, verification);
  await album.shoot(page, 'user-verify-done');
  await submit(page, '/signin', mail, PASSWORD);
  const agree = page.getByRole('button', { name: say(language, 'Agree'), exact: true });
  await agree.waitFor();
  await album.shoot(page, 'terms-asked');
  await agree.click();
  await page.getByRole('heading', { level: 2 }).first().waitFor();
  await visit(page, '/user');
  await album.shoot(page, 'user-new', undefined, true);

  await system.write('alice', 'POST', '/pairs', { mail });
  const approval = await linkTo('/user/approval');
  await visit(page, '/user');
  await album.shoot(page, 'user-invited', undefined, true);
  await visit(page, approval);
  await album.shoot(page, 'user-approval-asked');
  await page.locator('main').getByRole('button').last().click();
  await page.getByRole('status').filter({ hasText: /\S/ }).first().waitFor();
  await album.shoot(page, 'user-approval-done');
  await leave(page);

  const forgetful = await enter(studio);
  await submit(forgetful, '/user/password/forgot', mail);
  await forgetful.getByRole('status').filter({ hasText: /\S/ }).first().waitFor();
  await album.shoot(forgetful, 'user-password-forgot-sent');
  await visit(forgetful, await linkTo('/user/password/reset'));
  await album.shoot(forgetful, 'user-password-reset-asked');
  await leave(forgetful);
}

/** Fills the one form of a screen and sends it. */
async function submit(page: Page, path: string, mail: string, password?: string): Promise<void> {
  await visit(page, path);
  await page.locator('input[type=email]').fill(mail);
  if (password !== undefined) await page.locator('input[type=password]').fill(password);
  await page.locator('form').getByRole('button').last().click();
  await settled(page);
}

export const accountScenes: readonly Scene[] = [{ name: 'account', shoot: shootAccount }];
