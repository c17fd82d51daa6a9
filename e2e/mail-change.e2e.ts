import { expect, test } from 'vitest';
import { signIn } from './support/browser.ts';
import { setUpPeople } from './support/set-up.ts';
import { until } from './support/until.ts';

const people = setUpPeople();

/** The link of that path in the newest mail to an address. */
const linkTo = (address: string, path: string): Promise<string> =>
  until(`a mail to ${address} leads to ${path}`, async () => {
    const { text } = await people.system.mailTo(address);
    const link = /https?:\/\/\S+/.exec(text)?.[0];
    return link?.includes(path) ? link : undefined;
  });

test('a changed mail address is pending, withdrawn, confirmed, and undone by the former one', async () => {
  const { mail, password } = people.system.account('carol');
  const page = await people.stranger();
  await page.goto('/signin');
  await signIn(page, { mail, password });
  await page.goto('/user/settings');
  const address = page.getByLabel('E-mail address');
  const change = async (to: string) => {
    await address.fill(to);
    await page.getByLabel('Your password').fill(password);
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText(`We sent a link to ${to}.`).waitFor();
    expect(await address.inputValue()).toBe(mail);
  };
  await change('carol.typo@example.com');
  await page.getByRole('button', { name: 'Cancel change' }).click();
  await page.getByText('We sent a link to').waitFor({ state: 'detached' });

  await change('carol.new@example.com');
  await page.getByRole('button', { name: 'Send link again' }).click();
  await page.getByText('Link sent to carol.new@example.com again').waitFor();
  await page.goto(await linkTo('carol.new@example.com', '/user/verify'));
  await page.getByText('Your e-mail address is verified.').waitFor();
  await page.goto('/user/settings');
  await until(
    'the new address applies',
    async () => (await address.inputValue()) === 'carol.new@example.com',
  );

  const former = await people.stranger();
  await former.goto(await linkTo(mail, '/user/mail/undo'));
  await former.getByRole('button', { name: 'Undo change' }).click();
  await former.getByText('The change was undone.').waitFor();
  await page.reload();
  await page.waitForURL('**/signin**');
  await former.getByRole('link', { name: 'Set a new password' }).click();
  await former.getByLabel('E-mail address').fill(mail);
  await former.getByRole('button', { name: /send/i }).click();
  await former.goto(await linkTo(mail, '/user/password/reset'));
  await former.getByLabel('New password', { exact: true }).fill('another horse');
  await former.getByRole('button', { name: 'Change password' }).click();
  await former.waitForURL('**/signin*');
  await signIn(former, { mail, password: 'another horse' });
});
