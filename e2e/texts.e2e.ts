import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import type { ErrorCode } from '#protocol/errors.ts';
import { signIn } from './support/browser.ts';
import { setUpPeople } from './support/set-up.ts';

type Both = readonly [english: string, japanese: string];

const people = setUpPeople();

/** As if the language had been chosen in another tab. */
const chooseLanguage = (page: Page, language: 'ja' | 'en') =>
  page.evaluate((code) => {
    localStorage.setItem('hibiki.lang', code);
    window.dispatchEvent(new StorageEvent('storage', { key: 'hibiki.lang', newValue: code }));
  }, language);

/** The texts are there, and in Japanese once that is chosen. */
const shows = async (page: Page, ...texts: readonly Both[]): Promise<void> => {
  for (const [english] of texts) await page.getByText(english, { exact: true }).first().waitFor();
  await chooseLanguage(page, 'ja');
  for (const [, japanese] of texts) await page.getByText(japanese, { exact: true }).first().waitFor();
  await chooseLanguage(page, 'en');
  for (const [english] of texts) await page.getByText(english, { exact: true }).first().waitFor();
};

/** What the API answers from now on, instead of what it would. */
const answer = async (page: Page, path: string, status: number, body: object | string): Promise<void> => {
  const url = `**/api/v1/${path}`;
  await page.unroute(url);
  await page.route(url, (route) =>
    route.fulfill({
      status,
      contentType: typeof body === 'string' ? 'text/html' : 'application/ld+json',
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
  );
};

/** Of a link that was still right when the page asked whose it is. */
const inviter = { kind: 'user', name: 'Alice', mail: null };
const link = 'token=a-token&target=01999999-0000-7000-8000-000000000000';

describe('a form says what is wrong with what was entered', () => {
  const MAIL_REQUIRED: Both = [
    'The e-mail address has not been entered.',
    'メールアドレスが入力されていません。',
  ];
  const MAIL_FORMAT: Both = [
    'The e-mail address format is wrong.',
    'メールアドレスの形式が正しくありません。',
  ];
  const PASSWORD_REQUIRED: Both = ['The password has not been entered.', 'パスワードが入力されていません。'];
  const PASSWORD_SHORT: Both = [
    'The password must be at least 8 characters.',
    'パスワードは8文字以上で入力してください。',
  ];
  const PASSWORD_FORMAT: Both = ['The password format is wrong.', 'パスワードの形式が正しくありません。'];

  const mail = (page: Page) => page.locator('input[type=email]');
  const password = (page: Page) => page.locator('input[type=password]');
  const submit = (page: Page) => page.locator('form button[type=submit]').click();

  test.each(['/signin', '/manager/signin', '/user/signup'])('at %s', async (path) => {
    const page = await people.stranger();
    await page.goto(path);
    await submit(page);
    await shows(page, MAIL_REQUIRED, PASSWORD_REQUIRED);
    await mail(page).fill('nobody');
    await password(page).fill('1234567');
    await submit(page);
    await shows(page, MAIL_FORMAT, PASSWORD_SHORT);
    await password(page).fill('1234567\u0007');
    await submit(page);
    await shows(page, PASSWORD_FORMAT);
  });

  test.each(['/user/password/forgot', '/manager/password/forgot'])('at %s', async (path) => {
    const page = await people.stranger();
    await page.goto(path);
    await submit(page);
    await shows(page, MAIL_REQUIRED);
    await mail(page).fill('nobody@example');
    await submit(page);
    await shows(page, MAIL_FORMAT);
  });

  test.each(['/user/password/reset', '/manager/password/reset'])('at %s', async (path) => {
    const page = await people.stranger();
    await page.goto(`${path}?${link}`);
    await submit(page);
    await shows(page, PASSWORD_REQUIRED);
    await password(page).fill('1234567');
    await submit(page);
    await shows(page, PASSWORD_SHORT);
  });

  test('where someone signs in with what is wrong', async () => {
    const page = await people.stranger();
    await page.goto('/signin');
    await mail(page).fill('nobody@example.com');
    await password(page).fill('correct horse');
    await submit(page);
    await shows(page, [
      'The e-mail address or password is wrong.',
      'メールアドレスまたはパスワードが正しくありません。',
    ]);
  });

  test('where the present password is wrong', async () => {
    const page = await people.signedIn('carol');
    await page.goto('/user/settings');
    await page.getByLabel('E-mail address').fill('carol2@example.com');
    await page.getByLabel('Your password').fill('not hers at all');
    await page.getByRole('button', { name: 'Apply' }).click();
    await shows(page, ['The password is wrong.', 'パスワードが正しくありません。']);
  });
});

describe('a mailed link says what has become of it', () => {
  const statuses: Readonly<Record<string, number>> = { unknown: 404, used: 409, expired: 410 };
  const ends: readonly (readonly [path: string, api: string, ErrorCode, ...Both])[] = [
    [
      '/user/verify',
      'users/verify',
      'verification-unknown',
      'The link is not valid. The e-mail address could not be verified.',
      'リンクが正しくありません。メールアドレスを確認できませんでした。',
    ],
    [
      '/user/verify',
      'users/verify',
      'verification-used',
      'This e-mail address is already verified.',
      'このメールアドレスは確認済みです。',
    ],
    [
      '/user/verify',
      'users/verify',
      'verification-expired',
      'The verification link has expired.',
      '確認リンクの有効期限が切れています。',
    ],
    [
      '/user/approval',
      'pairs/approval',
      'approval-unknown',
      'This link isn’t valid. The invitation wasn’t approved.',
      'リンクが正しくありません。招待を承認できませんでした。',
    ],
    [
      '/user/approval',
      'pairs/approval',
      'approval-used',
      'You already approved this invitation.',
      'この招待は承認済みです。',
    ],
    [
      '/user/approval',
      'pairs/approval',
      'approval-expired',
      'The approval link has expired.',
      '承認リンクの有効期限が切れています。',
    ],
    [
      '/user/password/reset',
      'users/reset',
      'reset-unknown',
      'This link isn’t valid. The password wasn’t changed.',
      'リンクが正しくありません。パスワードを変更できませんでした。',
    ],
    [
      '/user/password/reset',
      'users/reset',
      'reset-used',
      'This link has already been used to change the password.',
      'このリンクはすでにパスワードの変更に使用されています。',
    ],
    [
      '/manager/password/reset',
      'users/resetm',
      'reset-expired',
      'The link to change the password has expired.',
      'パスワード変更リンクの有効期限が切れています。',
    ],
  ];

  test.each(ends)('%s, where %s answers %s: %s', async (path, api, code, ...text) => {
    const page = await people.stranger();
    await answer(page, api, statuses[code.split('-').at(-1) ?? ''] ?? 500, { code });
    await answer(page, 'pairs/approval/check', 200, inviter);
    await page.goto(`${path}?${link}`);
    if (path === '/user/approval') await page.getByRole('button', { name: 'Approve', exact: true }).click();
    if (path.endsWith('/reset')) {
      await page.getByLabel('New password', { exact: true }).fill('another horse');
      await page.getByRole('button', { name: 'Change password' }).click();
    }
    await shows(page, text);
  });
});

describe('a step whose answer says nothing is named', () => {
  const PROXY_PAGE = '<html>Bad request</html>';

  test.each([
    ['users', 'Couldn’t sign up. Try again.', '登録できませんでした。もう一度お試しください。'],
    [
      'users/verify',
      'Couldn’t verify the e-mail address. Try again.',
      'メールアドレスを確認できませんでした。もう一度お試しください。',
    ],
    [
      'pairs/approval',
      'Couldn’t approve the invitation. Try again.',
      '招待を承認できませんでした。もう一度お試しください。',
    ],
    [
      'users/reset',
      'Couldn’t send the e-mail to reset the password. Try again.',
      'パスワード再設定用のメールを送信できませんでした。もう一度お試しください。',
    ],
    [
      'users/resetm',
      'Couldn’t send the e-mail to reset the password. Try again.',
      'パスワード再設定用のメールを送信できませんでした。もう一度お試しください。',
    ],
    ['users/current', 'Couldn’t sign in. Try again.', 'サインインできませんでした。もう一度お試しください。'],
  ] as const)('%s: %s', async (api, english, japanese) => {
    const page = await people.stranger();
    await answer(page, api, 400, PROXY_PAGE);
    await answer(page, 'pairs/approval/check', 200, inviter);
    const fill = async (path: string) => {
      await page.goto(path);
      await page.locator('input[type=email]').fill(people.system.account('alice').mail);
      const name = page.locator('input[autocomplete=nickname]');
      if ((await name.count()) > 0) await name.fill('Alice');
      const password = page.locator('input[type=password]');
      if ((await password.count()) > 0) await password.fill(people.system.account('alice').password);
      const terms = page.getByRole('checkbox');
      if ((await terms.count()) > 0) await terms.check();
      await page.locator('form button[type=submit]').click();
    };
    if (api === 'users') await fill('/user/signup');
    else if (api === 'users/current') await fill('/signin');
    else if (api === 'users/reset') await fill('/user/password/forgot');
    else if (api === 'users/resetm') await fill('/manager/password/forgot');
    else await page.goto(`/user/${api === 'users/verify' ? 'verify' : 'approval'}?${link}`);
    if (api === 'pairs/approval') await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await shows(page, [english, japanese]);
  });

  test('tokens that do not both come back are wrong', async () => {
    const page = await people.stranger();
    await answer(page, 'auth', 200, { token: 'only one' });
    const { mail, password } = people.system.account('alice');
    await page.goto('/signin');
    await page.getByLabel('E-mail address').fill(mail);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.locator('form button[type=submit]').click();
    await shows(page, [
      'Your sign-in couldn’t be confirmed. Sign in again.',
      'サインインの情報を確認できません。もう一度サインインしてください。',
    ]);
  });
});

describe('someone who is signed in', () => {
  const people = setUpPeople({ customerPerTest: true });

  test('reads that the account does not exist any more', async () => {
    const account = { mail: 'leaver@example.com', password: 'correct horse' };
    const made = (await people.system.write('admin', 'POST', '/users', {
      email: account.mail,
      plainPassword: account.password,
      lang: 'en',
    })) as { readonly '@id': string };
    const page = await people.stranger();
    const { text } = await people.system.mailTo(account.mail);
    await page.goto(/http\S+\/user\/verify\S+/.exec(text)?.[0] ?? '');
    await page.getByText('Your e-mail address is verified.').waitFor();
    await signIn(page, account);
    await page.getByRole('button', { name: 'Agree', exact: true }).click();
    await page.getByRole('heading', { name: /^Hello/ }).waitFor();
    await people.system.write('admin', 'DELETE', made['@id'].replace('/api/v1', ''));
    await page.waitForURL('**/signin?*');
    await shows(page, ['This account doesn’t exist.', 'アカウントが存在しません。']);
  });

  test('reads that what the customer offers is not known', async () => {
    const page = await people.person('alice');
    await answer(page, 'services/current', 404, { code: 'not-found' });
    await page.reload();
    await page.getByText('Failed to get customer settings.').waitFor();
    await chooseLanguage(page, 'ja');
    await page.getByText('組織の設定を読み込めませんでした。').waitFor();
  });

  test('reads that a pair does not exist, and who has not approved', async () => {
    const page = await people.signedIn('alice');
    await page.goto('/user/videochat/talk?pair=nonsense');
    await shows(page, ['Invalid pair information.', '通話相手の情報が正しくありません。']);
    await people.system.write('alice', 'POST', '/pairs', { mail: people.system.account('manager').mail });
    await page.goto('/user/videochat');
    await page.getByRole('button', { name: /^manager/i }).click();
    await page.getByText('You can call this person once they approve your invitation.').waitFor();
  });

  test('reads that no one can be invited by an address without an account', async () => {
    const page = await people.signedIn('alice');
    await page.goto('/user/videochat');
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite someone' });
    await dialog.getByLabel('E-mail address').fill('nobody@example.com');
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await shows(page, [
      'Couldn’t send the invitation. They may not have a verified account.',
      '招待できませんでした。相手が未登録か、メールアドレスの確認が済んでいない可能性があります。',
    ]);
  });

  test('reads which members of a group could not be invited, and why', async () => {
    const page = await people.signedIn('alice');
    await page.goto('/user/owngroups');
    await answer(page, 'groups/*/invite', 200, {
      invited: 1,
      failures: [
        { label: 'HIBIKI00001', code: 'ERROR_GROUP_HAS_NO_EMAIL' },
        { label: 'no address', code: 'ERROR_GROUP_INVALID_EMAIL' },
        { label: 'full@example.com', code: 'ERROR_GROUP_MAIL_ERROR' },
      ],
    });
    await page
      .getByRole('button', { name: /^More options for/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Invite everyone by e-mail' }).click();
    await page.getByRole('button', { name: 'Send invitations' }).click();
    await shows(
      page,
      ['1 invitation is on its way.', '招待メールを1件送信しました。'],
      ['Some members couldn’t be invited:', '次のメンバーを招待できませんでした。'],
      ['HIBIKI00001: No e-mail address', 'HIBIKI00001：メールアドレスが登録されていません。'],
      ['no address: The e-mail address isn’t valid', 'no address：メールアドレスの形式が正しくありません。'],
      [
        'full@example.com: The last e-mail to this address couldn’t be sent. We’ll try again.',
        'full@example.com：このアドレスへの前回のメールを送信できませんでした。もう一度送信します。',
      ],
    );
  });

  test('reads that a pair, a group, or the password could not be changed', async () => {
    const page = await people.signedIn('alice');
    await answer(page, 'pairs/*', 500, '<html>');
    await page.goto('/user/videochat');
    await page.getByRole('button', { name: 'More options for Bob' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.getByRole('dialog', { name: 'Rename' }).getByRole('button', { name: 'Save' }).click();
    await shows(page, ['The name couldn’t be changed.', '名前を変更できませんでした。']);

    await page.goto('/user/owngroups');
    await page
      .getByRole('button', { name: /^More options for/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const save = page.getByRole('dialog').locator('button[type=submit]');
    await answer(page, 'groups/*', 404, { code: 'not-found' });
    await save.click();
    await shows(page, [
      'Group not found. It may have been deleted.',
      'グループが見つかりません。削除された可能性があります。',
    ]);
    await answer(page, 'groups/*', 400, '<html>');
    await save.click();
    await shows(page, ['The group couldn’t be changed.', 'グループを変更できませんでした。']);

    await answer(page, 'users/reset', 400, '<html>');
    await page.goto('/user/settings');
    await page.getByRole('button', { name: 'Send me the link' }).click();
    await shows(page, [
      'The e-mail to change the password couldn’t be sent.',
      'パスワード変更のメールを送信できませんでした。',
    ]);
  });

  test('sees in every tab what was set in one', async () => {
    const page = await people.signedIn('bob');
    await page.goto('/user/settings');
    const other = await page.context().newPage();
    await other.goto('/user/settings');
    await other.getByLabel('Video bandwidth').selectOption('1000');
    await other.getByRole('button', { name: 'Apply' }).click();
    await other.getByText('Settings applied').waitFor();
    const bandwidth = page.getByLabel('Video bandwidth');
    await expect.poll(() => bandwidth.inputValue()).toBe('1000');
  });
});
