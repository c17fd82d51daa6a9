import { beforeAll, describe, expect, it } from 'vitest';
import type { CustomerId, UserId } from '#protocol/ids.ts';
import { iri } from '#protocol/rest/field.ts';
import { linkTo, PASSWORD, type TestAccount } from './testing/open-test-api.ts';
import { setUpTestApi } from './testing/test-api.ts';

/** A changed mail address: pending, confirmed, withdrawn, undone. */
const api = setUpTestApi();
let count = 0;
const newMail = () => `mail${++count}@example.com`;

let customerId: CustomerId;
let manager: TestAccount<UserId>;
let admin: { readonly id: string; readonly token: string };

beforeAll(async () => {
  customerId = await api.makeCustomer('addresses');
  manager = await api.makeUser({ mail: 'manager@example.com', customerId, manages: [customerId] });
  admin = await api.makeAdmin('admin@example.com');
});

const makeUser = async () => {
  const mail = newMail();
  return { mail, ...(await api.makeUser({ mail, customerId })) };
};
type Made = Awaited<ReturnType<typeof makeUser>>;

const change = (user: Made, email: string) =>
  api.patch(`users/${user.id}`, { email, currentPassword: PASSWORD }, user.token);
const confirm = (email: string, path = 'users') =>
  api.post(`${path}/verify`, linkTo(api, email, 'confirm-mail'));
const undo = (link: { readonly token: string; readonly target: string }) =>
  api.post('mail_changes/undo', link);
const mailed = (to: string) => api.mails.filter((mail) => mail.to === to).map(({ content }) => content.kind);
const said = ({ status, body }: { status: number; body: { code: string } }) => [status, body.code];
const seen = async (user: { readonly id: string }) => (await api.get(`users/${user.id}`, admin.token)).body;
const signIn = async (username: string, password = PASSWORD) =>
  await api.request('POST', 'auth', {
    body: { username, password },
    headers: { 'content-type': 'application/json' },
  });

describe('a changed address', () => {
  it('is pending until the link mailed to it is followed', async () => {
    const user = await makeUser();
    const email = newMail();
    const answer = await change(user, email);
    expect(answer.body).toMatchObject({ email: user.mail, pendingEmail: email, verified: 'VERIFIED' });
    expect((await signIn(email)).status).toBe(401);
    expect((await signIn(user.mail)).status).toBe(200);
    expect((await confirm(email)).body).toMatchObject({ email, pendingEmail: null, verified: 'VERIFIED' });
    expect((await signIn(email)).status).toBe(200);
    expect((await signIn(user.mail)).status).toBe(401);
    expect(said(await confirm(email))).toEqual([409, 'verification-used']);
  });

  it('is told to the old address at once, and again when it is confirmed', async () => {
    const user = await makeUser();
    const email = newMail();
    await change(user, email);
    expect(mailed(user.mail)).toEqual(['mail-change-requested']);
    expect(api.mails.findLast(({ to }) => to === user.mail)).toMatchObject({
      lang: 'en',
      content: { newMail: email },
    });
    await confirm(email);
    expect(mailed(user.mail)).toEqual(['mail-change-requested', 'mail-changed']);
    expect(mailed(email)).toEqual(['confirm-mail']);
  });

  it('gets no reset link before it is confirmed, and the old one none after that', async () => {
    const user = await makeUser();
    const email = newMail();
    const reset = async (mail: string) => {
      const before = api.mails.length;
      await api.auth.accounts.sendResetLink({ audience: 'user', mail });
      return api.mails.slice(before).map(({ to }) => to);
    };
    await change(user, email);
    expect(await reset(email)).toEqual([]);
    expect(await reset(user.mail)).toEqual([user.mail]);
    await confirm(email);
    expect(await reset(user.mail)).toEqual([]);
    expect(await reset(email)).toEqual([email]);
  });

  it('makes the links in the mailbox that is given up void', async () => {
    const user = await makeUser();
    const inviter = await makeUser();
    const email = newMail();
    await api.auth.accounts.sendResetLink({ audience: 'user', mail: user.mail });
    await api.post('pairs', { mail: user.mail }, inviter.token);
    const approval = linkTo(api, user.mail, 'pair-invitation');
    const reset = linkTo(api, user.mail, 'reset-password');
    await change(user, email);
    await confirm(email);
    expect(said(await api.post('pairs/approval', approval))).toEqual([404, 'approval-unknown']);
    const taken = await api.post('users/reset', { ...reset, plainPassword: 'by its reader' });
    expect(said(taken)).toEqual([404, 'reset-unknown']);
  });

  it('gets no invitation before it is confirmed', async () => {
    const [user, inviter] = [await makeUser(), await makeUser()];
    const email = newMail();
    await change(user, email);
    expect((await api.post('pairs', { mail: email }, inviter.token)).status).toBe(422);
    expect((await api.post('pairs', { mail: user.mail }, inviter.token)).status).toBe(201);
    expect(mailed(user.mail)).toContain('pair-invitation');
  });

  it('is answered alike whether or not another account has it, and is refused to who confirms it', async () => {
    const [user, other] = [await makeUser(), await makeUser()];
    const free = newMail();
    const [taken, open] = [await change(user, other.mail), await change(await makeUser(), free)];
    expect([taken.status, taken.body.pendingEmail]).toEqual([200, other.mail]);
    expect([open.status, open.body.pendingEmail]).toEqual([200, free]);
    expect(Object.keys(taken.body)).toEqual(Object.keys(open.body));
    expect(said(await confirm(other.mail))).toEqual([409, 'address-taken']);
    expect(await seen(user)).toMatchObject({ email: user.mail, pendingEmail: other.mail });
    // The link was not used up by that.
    await api.delete(`users/${other.id}`, admin.token);
    expect((await confirm(other.mail)).status).toBe(200);
  });

  it('goes to the first of two who confirms it', async () => {
    const [one, two] = [await makeUser(), await makeUser()];
    const email = newMail();
    await change(one, email);
    const first = linkTo(api, email);
    await change(two, email);
    const second = linkTo(api, email);
    const answers = await Promise.all([api.post('users/verify', first), api.post('users/verify', second)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('replaces another one that is pending, with its links', async () => {
    const user = await makeUser();
    const [former, email] = [newMail(), newMail()];
    await change(user, former);
    await change(user, email);
    expect(said(await confirm(former))).toEqual([404, 'verification-unknown']);
    expect((await confirm(email)).body.email).toBe(email);
  });

  it('is undone by the link that told of an earlier one, which it has replaced', async () => {
    const user = await makeUser();
    const email = newMail();
    await change(user, newMail());
    const ofFirst = linkTo(api, user.mail);
    await change(user, email);
    const ofSecond = linkTo(api, user.mail);
    await confirm(email);
    expect((await undo(ofFirst)).status).toBe(204);
    expect(await seen(user)).toMatchObject({ email: user.mail, pendingEmail: null });
    expect(said(await undo(ofSecond))).toEqual([409, 'undo-used']);
  });

  it('is withdrawn by its user', async () => {
    const user = await makeUser();
    const email = newMail();
    await change(user, email);
    expect((await api.delete(`users/${user.id}/verification`, user.token)).status).toBe(204);
    expect((await seen(user)).pendingEmail).toBeNull();
    expect(said(await confirm(email))).toEqual([404, 'verification-unknown']);
    expect(said(await undo(linkTo(api, user.mail)))).toEqual([409, 'undo-used']);
    expect((await api.delete(`users/${user.id}/verification`, user.token)).status).toBe(404);
  });

  it('is asked for again, by the address or by the account', async () => {
    const user = await makeUser();
    const email = newMail();
    await change(user, email);
    await change(user, email.toUpperCase().replace('EXAMPLE.COM', 'example.com'));
    expect((await api.post(`users/${user.id}/verification`, undefined, user.token)).status).toBe(202);
    expect(api.mails.at(-1)).toMatchObject({ to: email, content: { kind: 'confirm-mail' } });
    expect(mailed(user.mail)).toEqual(['mail-change-requested']);
    await confirm(email);
    expect(said(await api.post(`users/${user.id}/verification`, undefined, user.token))).toEqual([
      409,
      'verification-used',
    ]);
  });

  it('of a user who was never verified replaces the wrong one, and no one is told', async () => {
    const mail = newMail();
    const { id } = await api.makeUser({ mail, customerId, verified: false });
    await api.auth.accounts.sendVerificationLink({ mail });
    const email = newMail();
    const answer = await api.patch(`users/${id}`, { email }, manager.token);
    expect(answer.body).toMatchObject({ email: mail, pendingEmail: email, verified: 'UNVERIFIED' });
    expect(said(await api.post('users/verify', linkTo(api, mail)))).toEqual([404, 'verification-unknown']);
    expect((await confirm(email)).body).toMatchObject({ email, verified: 'VERIFIED' });
    expect(mailed(mail)).toEqual(['verify-account']);
  });

  it('by someone else ends the sign-ins when it is confirmed, by oneself none', async () => {
    const user = await makeUser();
    const [own, theirs] = [newMail(), newMail()];
    await change(user, own);
    await confirm(own);
    expect((await api.get('users/current', user.token)).status).toBe(200);
    await api.patch(`users/${user.id}`, { email: theirs }, manager.token);
    expect((await api.get('users/current', user.token)).status).toBe(200);
    api.events.length = 0;
    await confirm(theirs);
    expect((await api.get('users/current', user.token)).status).toBe(401);
    expect(api.events).toContainEqual({
      type: 'tokens-revoked',
      partyKey: `user:${user.id}`,
      familyId: null,
    });
  });
});

describe('a password that is replaced', () => {
  it.each(['changed', 'reset by mail'] as const)('when %s ends a change that waits', async (how) => {
    const user = await makeUser();
    const email = newMail();
    await change(user, email);
    if (how === 'changed') {
      const passwords = { plainPassword: 'another one', currentPassword: PASSWORD };
      expect((await api.patch(`users/${user.id}`, passwords, user.token)).status).toBe(200);
    } else {
      await api.auth.accounts.sendResetLink({ audience: 'user', mail: user.mail });
      const link = linkTo(api, user.mail, 'reset-password');
      expect((await api.post('users/reset', { ...link, plainPassword: 'another one' })).status).toBe(202);
    }
    expect(await seen(user)).toMatchObject({ email: user.mail, pendingEmail: null });
    expect(said(await confirm(email))).toEqual([404, 'verification-unknown']);
  });
});

describe('the old address', () => {
  it('makes the password useless, no matter who has set it', async () => {
    const user = await makeUser();
    const email = newMail();
    await change(user, email);
    await confirm(email);
    await api.auth.accounts.sendResetLink({ audience: 'user', mail: email });
    const link = linkTo(api, email, 'reset-password');
    await api.post('users/reset', { ...link, plainPassword: 'of the thief' });
    expect((await undo(linkTo(api, user.mail, 'mail-changed'))).status).toBe(204);
    for (const password of ['of the thief', PASSWORD]) {
      expect((await signIn(user.mail, password)).status).toBe(401);
    }
    await api.auth.accounts.sendResetLink({ audience: 'user', mail: user.mail });
    const own = linkTo(api, user.mail, 'reset-password');
    expect((await api.post('users/reset', { ...own, plainPassword: 'the new one' })).status).toBe(202);
    expect((await signIn(user.mail, 'the new one')).status).toBe(200);
  });

  it('stops a change that is not confirmed yet', async () => {
    const user = await makeUser();
    const email = newMail();
    await change(user, email);
    expect((await undo(linkTo(api, user.mail))).status).toBe(204);
    expect(await seen(user)).toMatchObject({ email: user.mail, pendingEmail: null });
    expect(said(await confirm(email))).toEqual([404, 'verification-unknown']);
    expect((await api.get('users/current', user.token)).status).toBe(401);
  });

  it.each(['mail-change-requested', 'mail-changed'] as const)(
    'takes the account back by the link of %s, and what went to the new one is void',
    async (kind) => {
      const user = await makeUser();
      const email = newMail();
      await change(user, email);
      await confirm(email);
      await api.auth.accounts.sendResetLink({ audience: 'user', mail: email });
      const inviter = await makeUser();
      await api.post('pairs', { mail: email }, inviter.token);
      const approval = linkTo(api, email, 'pair-invitation');
      api.events.length = 0;
      const link = linkTo(api, user.mail, kind);
      expect((await undo(link)).status).toBe(204);
      expect(await seen(user)).toMatchObject({ email: user.mail, verified: 'VERIFIED' });
      expect(api.events).toContainEqual({
        type: 'tokens-revoked',
        partyKey: `user:${user.id}`,
        familyId: null,
      });
      expect((await api.get('users/current', user.token)).status).toBe(401);
      const reset = linkTo(api, email, 'reset-password');
      expect(said(await api.post('users/reset', { ...reset, plainPassword: 'another one' }))).toEqual([
        404,
        'reset-unknown',
      ]);
      expect(said(await api.post('pairs/approval', approval))).toEqual([404, 'approval-unknown']);
      expect(said(await undo(link))).toEqual([409, 'undo-used']);
    },
  );

  it('takes it back after further changes too, and the addresses in between cannot', async () => {
    const user = await makeUser();
    const [second, third] = [newMail(), newMail()];
    await change(user, second);
    await confirm(second);
    await change(user, third);
    await confirm(third);
    expect((await undo(linkTo(api, user.mail))).status).toBe(204);
    expect((await seen(user)).email).toBe(user.mail);
    expect(said(await undo(linkTo(api, second, 'mail-changed')))).toEqual([409, 'undo-used']);
  });

  it('is no one else’s as long as it can take the account back', async () => {
    const [user, other] = [await makeUser(), await makeUser()];
    const email = newMail();
    await change(user, email);
    await confirm(email);
    const body = { email: user.mail, plainPassword: PASSWORD };
    expect((await api.post('users', body)).body.code).toBe('sign-up-failed');
    expect((await api.post('users', body, manager.token)).body.violations).toMatchObject([
      { propertyPath: 'email', code: 'mail-taken' },
    ]);
    await change(other, user.mail);
    expect(said(await confirm(user.mail))).toEqual([409, 'address-taken']);
    // Its own account goes back to it.
    await change(user, user.mail);
    expect((await confirm(user.mail)).body.email).toBe(user.mail);
  });

  it('has seven days for it, from the request and from the confirmation', async () => {
    const user = await makeUser();
    const email = newMail();
    const days = async (kind: 'mail-change-requested' | 'mail-changed') => {
      const { target } = linkTo(api, user.mail, kind);
      const row = await api.db
        .selectFrom('one_time_tokens')
        .where('target', '=', target)
        .where('purpose', '=', 'undo-mail')
        .orderBy('id', 'desc')
        .select('expires_at')
        .executeTakeFirstOrThrow();
      return (row.expires_at.getTime() - Date.now()) / 86_400_000;
    };
    await change(user, email);
    expect(await days('mail-change-requested')).toBeCloseTo(7, 1);
    await confirm(email);
    expect(await days('mail-changed')).toBeCloseTo(7, 1);
    const link = linkTo(api, user.mail);
    await api.db
      .updateTable('one_time_tokens')
      .set({ expires_at: new Date(Date.now() - 1) })
      .where('target', '=', link.target)
      .execute();
    expect(said(await undo(link))).toEqual([410, 'undo-expired']);
  });

  it('needs its own link', async () => {
    const [user, other] = [await makeUser(), await makeUser()];
    await change(user, newMail());
    await change(other, newMail());
    const [link, foreign] = [linkTo(api, user.mail), linkTo(api, other.mail)];
    const unknown = [404, 'undo-unknown'];
    expect(said(await undo({ ...link, target: foreign.target }))).toEqual(unknown);
    expect(said(await undo({ ...link, target: user.id }))).toEqual(unknown);
    expect(said(await undo({ ...link, token: 'x' }))).toEqual(unknown);
    expect(said(await api.post('users/verify', { ...link, target: user.id }))).toEqual([
      404,
      'verification-unknown',
    ]);
  });

  it('goes with the account', async () => {
    const user = await makeUser();
    await change(user, newMail());
    const link = linkTo(api, user.mail);
    await api.delete(`users/${user.id}`, manager.token);
    expect(said(await undo(link))).toEqual([404, 'undo-unknown']);
  });
});

describe('the address of a customer', () => {
  const make = async () => {
    const mail = newMail();
    const { body } = await api.post('customers', { mail }, manager.token);
    return { id: body.id, mail, path: `customers/${body.id}` };
  };

  it('is asked to be verified in the language of its manager, and once more on request', async () => {
    const { id, mail, path } = await make();
    expect(api.mails.at(-1)).toMatchObject({ to: mail, lang: 'en', content: { kind: 'verify-customer' } });
    expect((await api.post(`${path}/verification`, undefined, manager.token)).status).toBe(202);
    expect(mailed(mail)).toEqual(['verify-customer', 'verify-customer']);
    expect((await api.post('customers/verify', linkTo(api, mail))).status).toBe(204);
    expect((await api.get(`customers/${id}`, manager.token)).body.state).toBe('VERIFIED');
    expect(said(await api.post(`${path}/verification`, undefined, manager.token))).toEqual([
      409,
      'verification-used',
    ]);
  });

  it('leaves the services on while a new one is pending', async () => {
    const { mail, path } = await make();
    await api.post('customers/verify', linkTo(api, mail));
    api.events.length = 0;
    const email = newMail();
    const { body } = await api.patch(path, { mail: email }, manager.token);
    expect(body).toMatchObject({ mail, pendingMail: email, state: 'VERIFIED' });
    expect(api.events).toEqual([]);
    expect(mailed(mail)).toContain('mail-change-requested');
    await confirm(email, 'customers');
    expect((await api.get(path, manager.token)).body).toMatchObject({
      mail: email,
      pendingMail: null,
      state: 'VERIFIED',
    });
    expect((await undo(linkTo(api, mail))).status).toBe(204);
    expect((await api.get(path, manager.token)).body.mail).toBe(mail);
  });

  it('is shown to its managers alone while it is pending', async () => {
    await api.patch(`customers/${customerId}`, { mail: newMail() }, manager.token);
    const user = await makeUser();
    expect((await api.get('customers/current', user.token)).body.pendingMail).toBeNull();
    expect((await api.delete(`customers/${customerId}/verification`, manager.token)).status).toBe(204);
  });

  it('can be taken from the default customer, which the former one can undo', async () => {
    const { id } = await api.db
      .selectFrom('customers')
      .where('is_default', '=', true)
      .select('id')
      .executeTakeFirstOrThrow();
    const mail = newMail();
    const path = iri('customers', id);
    await api.patch(path, { mail }, admin.token);
    await confirm(mail, 'customers');
    expect((await api.patch(path, { mail: null }, admin.token)).body).toMatchObject({
      mail: null,
      pendingMail: null,
      state: 'VERIFIED',
    });
    expect((await undo(linkTo(api, mail, 'mail-changed'))).status).toBe(204);
    expect((await api.get(path, admin.token)).body.mail).toBe(mail);
  });
});

describe('the address of an admin', () => {
  it('is verified by another link on request, in the language of who asks', async () => {
    const mail = newMail();
    const made = await api.request('POST', 'admins', {
      token: admin.token,
      body: { email: mail, plainPassword: PASSWORD },
      headers: { 'accept-language': 'en-GB' },
    });
    expect(api.mails.at(-1)).toMatchObject({ to: mail, lang: 'en', content: { kind: 'verify-account' } });
    expect((await api.post(`${made.body['@id']}/verification`, undefined, admin.token)).status).toBe(202);
    expect((await api.post('admins/resend_verification', { email: mail })).status).toBe(202);
    await api.auth.accounts.sendVerificationLink({ kind: 'admin', mail, lang: 'en' });
    expect(mailed(mail)).toEqual(['verify-account', 'verify-account', 'verify-account']);
    expect((await api.post('admins/verify', linkTo(api, mail))).status).toBe(204);
  });

  it('is pending where the password is changed along with it', async () => {
    const mail = newMail();
    const other = await api.makeAdmin(mail);
    const email = newMail();
    const both = { email, plainPassword: 'another good password' };
    const { body } = await api.patch(`admins/${other.id}`, both, admin.token);
    expect(body).toMatchObject({ email: mail, pendingEmail: email });
  });

  it('is pending, confirmed and undone as a user’s', async () => {
    const mail = newMail();
    const other = await api.makeAdmin(mail);
    const email = newMail();
    const { body } = await api.patch(`admins/${other.id}`, { email }, admin.token);
    expect(body).toMatchObject({ email: mail, pendingEmail: email, verified: 'VERIFIED' });
    expect((await confirm(email, 'admins')).status).toBe(204);
    expect((await api.get('admins/current', other.token)).status).toBe(401);
    expect((await undo(linkTo(api, mail))).status).toBe(204);
    expect((await api.get(`admins/${other.id}`, admin.token)).body.email).toBe(mail);
  });
});

describe('the audit trail', () => {
  it('says who withdrew and who undid', async () => {
    const user = await makeUser();
    await change(user, newMail());
    await api.delete(`users/${user.id}/verification`, user.token);
    await change(user, newMail());
    await undo(linkTo(api, user.mail));
    const { body } = await api.get(`logs?resourceId=${user.id}`, manager.token);
    const actions = body['hydra:member'].map(({ action, actorKind }) => `${action} by ${actorKind}`);
    expect(actions).toEqual(expect.arrayContaining(['withdraw-mail by user', 'undo-mail by nobody']));
  });
});
