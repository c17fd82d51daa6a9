import { beforeAll, expect, it } from 'vitest';
import { hashPassword } from '#server/auth/password.ts';
import { PASSWORD } from './testing/open-test-api.ts';
import { setUpTestApi } from './testing/test-api.ts';

const LIMIT = 3;
const api = setUpTestApi({}, undefined, { attemptsPerAccount: LIMIT, attemptsPerAccountAnywhere: LIMIT });
const mail = 'alice@example.com';

let token: string;
beforeAll(async () => {
  ({ token } = await api.makeUser({ mail }));
});

const signInAs = (username: string, password: string, cookie = '') =>
  api.request('POST', 'auth', {
    body: { username, password },
    ...(cookie && { headers: { cookie } }),
  });
const signIn = (password: string, cookie = '') => signInAs(mail, password, cookie);
const cookieOf = (headers: Readonly<Record<string, unknown>>) =>
  String(headers['set-cookie'] ?? '').split(';')[0] ?? '';

it('a browser that has signed in before gets through despite the failures of others', async () => {
  const before = await signIn(PASSWORD);
  expect(before.status).toBe(200);
  const cookie = cookieOf(before.headers);
  expect(cookie).toMatch(/^hibiki_known=/);
  for (let round = 0; round < LIMIT; round++) expect((await signIn('wrong')).status).toBe(401);

  const lockedOut = await signIn(PASSWORD);
  expect([lockedOut.status, lockedOut.body.code]).toEqual([429, 'too-many-requests']);
  expect((await signIn(PASSWORD, cookie)).status).toBe(200);

  // A cookie that was stolen gives no more attempts than others have.
  for (let round = 0; round < LIMIT; round++) expect((await signIn('wrong', cookie)).status).toBe(401);
  expect((await signIn(PASSWORD, cookie)).status).toBe(429);
});

it('nor do failed sign-ins keep who is signed in from changing the password', async () => {
  const { body } = await api.get('users/current', token);
  const change = (currentPassword: string) =>
    api.patch(body['@id'], { plainPassword: 'another long password', currentPassword }, token);
  expect((await signIn(PASSWORD)).status).toBe(429);
  expect((await change('wrong')).status).toBe(422);
  expect((await change(PASSWORD)).status).toBe(200);
});

it('a browser that has followed a reset link gets through, too', async () => {
  const mail = 'carol@example.com';
  const attempt = (password: string, cookie = '') => signInAs(mail, password, cookie);
  await api.makeUser({ mail });
  for (let round = 0; round < LIMIT; round++) expect((await attempt('wrong')).status).toBe(401);
  expect((await attempt(PASSWORD)).status).toBe(429);

  await api.auth.accounts.sendResetLink({ audience: 'user', mail });
  const { searchParams } = new URL(api.mails.at(-1)?.content.link ?? '');
  const link = { token: searchParams.get('token'), target: searchParams.get('target') };
  const plainPassword = 'the password of today';
  const reset = await api.request('POST', 'users/reset', { body: { ...link, plainPassword } });
  expect(reset.status).toBe(202);
  expect((await attempt(plainPassword)).status).toBe(429);
  expect((await attempt(plainPassword, cookieOf(reset.headers))).status).toBe(200);
});

it('a change of the password ends what browsers of before may do beyond others, and knows the one that changed it', async () => {
  const mail = 'dora@example.com';
  const { id, token } = await api.makeUser({ mail });
  const before = cookieOf((await signInAs(mail, PASSWORD)).headers);
  const plainPassword = 'the password of tomorrow';
  const changed = await api.patch(`users/${id}`, { plainPassword, currentPassword: PASSWORD }, token);
  expect(changed.status).toBe(200);

  for (let round = 0; round < LIMIT; round++) expect((await signInAs(mail, 'wrong')).status).toBe(401);
  expect((await signInAs(mail, plainPassword, before)).status).toBe(429);
  expect((await signInAs(mail, plainPassword, cookieOf(changed.headers))).status).toBe(200);
});

it('a browser that knows a user guesses at the administrator with the same address no more than any other', async () => {
  const mail = 'erin@example.com';
  await api.makeUser({ mail });
  await api.makeAdmin(mail);
  await api.db
    .updateTable('admins')
    .set({ password_hash: await hashPassword('the password of the administrator') })
    .where('mail_key', '=', mail)
    .execute();
  const cookies: string[] = [];
  for (let each = 0; each <= LIMIT; each++) {
    cookies.push(cookieOf((await signInAs(mail, PASSWORD)).headers));
  }
  const statuses: number[] = [];
  for (const cookie of cookies) statuses.push((await signInAs(mail, 'wrong', cookie)).status);
  expect(statuses).toEqual([...Array.from({ length: LIMIT }, () => 401), 429]);

  // What failed at the administrator keeps the user's own browser from nothing.
  expect((await signInAs(mail, PASSWORD, cookies[0])).status).toBe(200);
});
