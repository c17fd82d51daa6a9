import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CustomerId, UserId } from '#protocol/ids.ts';
import { linkTo, PASSWORD, type TestAccount } from './testing/open-test-api.ts';
import { setUpTestApi } from './testing/test-api.ts';

const PER_ACCOUNT = 3;
const api = setUpTestApi({}, undefined, { attemptsPerAccount: PER_ACCOUNT, attemptsPerAddress: 20 });
let customerId: CustomerId;
let manager: TestAccount<UserId>;
let admin: string;
let count = 0;
const newMail = () => `invited${++count}@example.com`;

beforeAll(async () => {
  customerId = await api.makeCustomer('Acme');
  manager = await api.makeUser({ mail: 'boss@example.com', customerId, manages: [customerId] });
  ({ token: admin } = await api.makeAdmin('admin@example.com'));
});

const said = ({ status, body }: { status: number; body: { code: string } }) => [status, body.code];
const signIn = (username: string, password = PASSWORD) =>
  api.request('POST', 'auth', {
    body: { username, password },
    headers: { 'content-type': 'application/json' },
  });
async function invite(token = manager.token, body: object = {}) {
  const email = newMail();
  const made = await api.post('users', { email, ...body }, token);
  expect(made.status, made.text).toBe(201);
  return { email, id: made.body.id, made };
}
const mailsTo = (to: string) => api.mails.filter((mail) => mail.to === to);
const kindsTo = (to: string) => mailsTo(to).map(({ content }) => content.kind);
const choose = (email: string, plainPassword = PASSWORD) =>
  api.post('users/reset', { ...linkTo(api, email), plainPassword });
const seen = async (id: string) => (await api.get(`users/${id}`, admin)).body;

describe('a user made without a password', () => {
  it('is mailed an invitation that sets the first password and verifies the address', async () => {
    const { email, id, made } = await invite(manager.token, { lang: 'ja', nickname: 'Ada' });
    expect(made.body).toMatchObject({ verified: 'UNVERIFIED', invitedAt: expect.any(String) });
    expect(mailsTo(email)).toMatchObject([
      {
        lang: 'ja',
        causedBy: manager.id,
        content: { kind: 'account-invitation', customer: 'Acme' },
      },
    ]);
    expect((await choose(email)).status).toBe(202);
    expect(await seen(id)).toMatchObject({ verified: 'VERIFIED', invitedAt: null });
    // The first password takes no other's place.
    expect(kindsTo(email)).toEqual(['account-invitation']);
    expect((await signIn(email)).status).toBe(200);
    expect(said(await choose(email, 'another one'))).toEqual([409, 'reset-used']);
  });

  it('with the role of a manager manages the own customer as soon as the address is verified, and no sooner', async () => {
    const { email, id } = await invite(manager.token, { isManager: true });
    expect(await seen(id)).toMatchObject({ isManager: true, manages: [] });
    await choose(email);
    expect(await seen(id)).toMatchObject({ manages: [`/api/v1/customers/${customerId}`] });
    const plain = await invite();
    await choose(plain.email);
    expect(await seen(plain.id)).toMatchObject({ isManager: false, manages: [] });
  });

  it('is made so by admins too, and by no one who signs up', async () => {
    expect(kindsTo((await invite(admin)).email)).toEqual(['account-invitation']);
    const refused = await api.post('users', { email: newMail() });
    expect([refused.status, refused.body.violations]).toMatchObject([
      422,
      [{ propertyPath: 'plainPassword', code: 'password-required' }],
    ]);
  });

  it('can be opened by no password, and the refusal is that of any wrong one', async () => {
    const { email } = await invite();
    expect((await signIn(email, '')).status).toBe(422);
    const wrong = await signIn(email, 'some password');
    expect(said(wrong)).toEqual([401, 'wrong-credentials']);
    expect((await signIn('nobody@example.com', 'some password')).body).toEqual(wrong.body);
  });

  it('may forget the invitation: a reset link does the same, and ends it', async () => {
    const { email } = await invite();
    const invitation = linkTo(api, email);
    await api.auth.accounts.sendResetLink({ audience: 'user', mail: email });
    expect(kindsTo(email)).toEqual(['account-invitation', 'reset-password']);
    expect((await choose(email)).status).toBe(202);
    expect(said(await api.post('users/reset', { ...invitation, plainPassword: 'another one' }))).toEqual([
      409,
      'reset-used',
    ]);
  });

  it('has a link that works for a week', async () => {
    const { email, id } = await invite();
    const age = (days: number) =>
      sql`update one_time_tokens set expires_at = expires_at - ${days} * interval '1 day' where target = ${id}`.execute(
        api.db,
      );
    await age(8);
    expect(said(await choose(email))).toEqual([410, 'reset-expired']);
    await age(-2);
    expect((await choose(email)).status).toBe(202);
  });

  it('whose password an admin sets is invited no more', async () => {
    const { email, id } = await invite();
    expect((await api.patch(`users/${id}`, { plainPassword: PASSWORD }, admin)).status).toBe(200);
    expect((await seen(id)).invitedAt).toBeNull();
    expect(said(await choose(email, 'of someone else'))).toEqual([409, 'reset-used']);
  });

  it('of a wrong address is invited again at the right one, and the first link is void', async () => {
    const { email, id } = await invite();
    const first = linkTo(api, email);
    const right = newMail();
    expect((await api.patch(`users/${id}`, { email: right }, manager.token)).status).toBe(200);
    expect(said(await api.post('users/reset', { ...first, plainPassword: PASSWORD }))).toEqual([
      404,
      'reset-unknown',
    ]);
    expect((await api.post('users/verify', linkTo(api, right))).status).toBe(200);
    expect(kindsTo(right)).toEqual(['confirm-mail', 'account-invitation']);
    expect((await choose(right)).status).toBe(202);
    expect((await signIn(right)).status).toBe(200);
  });
});

describe('a manager sends again', () => {
  const resend = (id: string, token = manager.token) => api.post(`users/${id}/resend`, undefined, token);

  it('what the user waits for: an invitation, a verification, a confirmation', async () => {
    const invited = await invite();
    expect((await resend(invited.id)).status).toBe(202);
    expect(kindsTo(invited.email)).toEqual(['account-invitation', 'account-invitation']);
    const mail = newMail();
    const unverified = await api.makeUser({ mail, customerId, verified: false });
    expect((await resend(unverified.id)).status).toBe(202);
    expect(kindsTo(mail)).toEqual(['verify-account']);
    const verified = await api.makeUser({ mail: newMail(), customerId });
    expect(said(await resend(verified.id))).toEqual([409, 'verification-used']);
    const changed = newMail();
    await api.patch(`users/${verified.id}`, { email: changed }, manager.token);
    expect((await resend(verified.id)).status).toBe(202);
    expect(kindsTo(changed)).toEqual(['confirm-mail', 'confirm-mail']);
  });

  it('so often an account, and as many accounts as there are from one address', async () => {
    const made = await Promise.all(Array.from({ length: 25 }, () => invite()));
    for (const { id } of made) expect((await resend(id)).status).toBe(202);
    const [first] = made;
    if (!first) throw new Error('No one was invited');
    for (let round = 1; round < PER_ACCOUNT; round++) expect((await resend(first.id)).status).toBe(202);
    const refused = await resend(first.id);
    expect(said(refused)).toEqual([429, 'too-many-requests']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    // What the public may ask for from this address is not used up by that.
    expect((await api.post('users/reset', { email: first.email })).status).toBe(202);
  });
});

describe('a manager sends a reset link', () => {
  const reset = (id: string, token = manager.token) => api.post(`users/${id}/reset`, undefined, token);

  it('which sets the password, and stands in the log', async () => {
    const mail = newMail();
    const user = await api.makeUser({ mail, customerId });
    expect((await reset(user.id)).status).toBe(202);
    expect(mailsTo(mail)).toMatchObject([{ causedBy: manager.id, content: { kind: 'reset-password' } }]);
    expect((await choose(mail, 'the new one')).status).toBe(202);
    expect((await signIn(mail, 'the new one')).status).toBe(200);
    const { body } = await api.get(`logs?resourceId=${user.id}`, manager.token);
    expect(body['hydra:member'].map(({ action }) => action)).toContain('send-reset');
  });

  it('to the console for a manager, and as an invitation to someone without a password', async () => {
    const mail = newMail();
    const colleague = await api.makeUser({ mail, customerId, manages: [customerId] });
    expect((await reset(colleague.id)).status).toBe(202);
    expect(mailsTo(mail)[0]?.content.link).toContain('/manager/password/reset?');
    const invited = await invite();
    expect((await reset(invited.id)).status).toBe(202);
    expect(kindsTo(invited.email)).toEqual(['account-invitation', 'account-invitation']);
  });

  it('never to someone who manages more', async () => {
    const elsewhere = await api.makeCustomer('elsewhere');
    const above = await api.makeUser({ mail: newMail(), customerId, manages: [customerId, elsewhere] });
    expect(said(await reset(above.id))).toEqual([403, 'manages-elsewhere']);
    expect((await reset(above.id, admin)).status).toBe(202);
  });
});
