import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { errorTitles } from '#protocol/error-titles.ts';
import type { UserId } from '#protocol/ids.ts';
import type { ResetAudience } from './password-changes.ts';
import { ADDRESS, lastLink, PASSWORD, setUpTestAuth, userKey } from './testing/test-auth.ts';

const test = setUpTestAuth();
let count = 0;
const newMail = () => `account${++count}@example.com`;

const signUp = (mail: string, password = PASSWORD) =>
  test.change((change) =>
    test.auth.accounts.signUp(change, { mail, password, nickname: 'N', lang: 'ja', address: ADDRESS }),
  );
const signIn = (mail: string, password = PASSWORD) =>
  test.auth.signIn.withPassword({ mail, password, address: ADDRESS });
const verify = (link: { token: string; target: string }) =>
  test.change((change) => test.auth.accounts.verify(change, { kind: 'user', ...link, address: ADDRESS }));
const stateOf = (id: string) =>
  test.db
    .selectFrom('users')
    .where('id', '=', id as UserId)
    .select('state')
    .executeTakeFirst();
const resetLinkFor = async (mail: string, audience: ResetAudience = 'user') => {
  await test.auth.accounts.sendResetLink({ audience, mail });
  return lastLink(test.mails);
};
const reset = (
  link: { token: string; target?: string; mail?: string },
  password: string,
  audience: ResetAudience = 'user',
) =>
  test.change((change) =>
    test.auth.accounts.resetPassword(change, { audience, password, address: ADDRESS, ...link }),
  );

describe('sign-up', () => {
  it('makes an unverified user of the default customer, who may sign in and is held to few routes', async () => {
    const mail = newMail();
    const id = await signUp(mail);
    expect(await stateOf(id)).toEqual({ state: 'UNVERIFIED' });
    const { token } = await signIn(mail);
    await expect(test.auth.verifyAccessToken(token)).rejects.toMatchObject({ code: 'account-unverified' });
    await verify(lastLink(test.mails));
    expect(await test.auth.verifyAccessToken(token)).toMatchObject({ kind: 'user', id });
  });

  it('mails the link in the language of the reader', async () => {
    const mail = newMail();
    await signUp(mail);
    expect(test.mails.at(-1)).toMatchObject({ to: mail, lang: 'ja', content: { kind: 'verify-account' } });
  });

  it('refuses a taken address, however it is written, with the specified message', async () => {
    const mail = newMail();
    await signUp(mail);
    const sent = test.mails.length;
    await expect(signUp(mail.toUpperCase())).rejects.toMatchObject({ code: 'sign-up-failed' });
    expect(errorTitles['sign-up-failed']).toBe('Failed to create user');
    expect(test.mails).toHaveLength(sent);
  });

  it('makes one account of two attempts at once', async () => {
    const mail = newMail();
    const outcomes = await Promise.allSettled([signUp(mail), signUp(mail)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('succeeds for many at once, more than there are database connections', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 12 }, () => signUp(newMail())));
    expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
  });

  it('names the password when it is too short', async () => {
    await expect(signUp(newMail(), 'short')).rejects.toMatchObject({
      violations: [{ propertyPath: 'plainPassword', code: 'password-short' }],
    });
  });
});

describe('a verification link', () => {
  it('works once', async () => {
    const id = await signUp(newMail());
    const link = lastLink(test.mails);
    await verify(link);
    expect(await stateOf(id)).toEqual({ state: 'VERIFIED' });
    await expect(verify(link)).rejects.toMatchObject({ code: 'verification-used', status: 409 });
  });

  it('used twice at once works once', async () => {
    await signUp(newMail());
    const link = lastLink(test.mails);
    const outcomes = await Promise.allSettled([verify(link), verify(link)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('says that it has expired', async () => {
    const id = await signUp(newMail());
    await test.db
      .updateTable('one_time_tokens')
      .set({ expires_at: new Date(Date.now() - 1) })
      .where('target', '=', id)
      .execute();
    await expect(verify(lastLink(test.mails))).rejects.toMatchObject({
      code: 'verification-expired',
      status: 410,
    });
  });

  it('is unknown for another account, for another purpose, and when it was never given', async () => {
    const other = await signUp(newMail());
    await signUp(newMail());
    const link = lastLink(test.mails);
    const unknown = { code: 'verification-unknown', status: 404 };
    await expect(verify({ ...link, target: other })).rejects.toMatchObject(unknown);
    await expect(verify({ ...link, token: 'x' })).rejects.toMatchObject(unknown);
    const resetLink = await resetLinkFor(`account${count}@example.com`);
    await expect(verify(resetLink)).rejects.toMatchObject(unknown);
  });
});

describe('a forgotten password', () => {
  it('is replaced by the mailed link, which ends every sign-in', async () => {
    const mail = newMail();
    const id = await test.makeUser(mail, PASSWORD);
    const { token, refreshToken } = await signIn(mail);
    await reset(await resetLinkFor(mail), 'a better password');
    await expect(signIn(mail)).rejects.toMatchObject({ code: 'wrong-credentials' });
    await expect(test.auth.verifyAccessToken(token)).rejects.toMatchObject({ code: 'unauthenticated' });
    await expect(test.auth.refresh(refreshToken)).rejects.toMatchObject({ code: 'wrong-token' });
    expect(test.events).toContainEqual({ type: 'tokens-revoked', partyKey: userKey(id), familyId: null });
    expect(test.mails.at(-1)).toMatchObject({ to: mail, content: { kind: 'password-changed' } });
    expect(await signIn(mail, 'a better password')).toBeDefined();
  });

  it('must differ from the present one, and the link stays usable', async () => {
    const mail = newMail();
    await test.makeUser(mail, PASSWORD);
    const link = await resetLinkFor(mail);
    await expect(reset(link, PASSWORD)).rejects.toMatchObject({
      violations: [
        { propertyPath: 'plainPassword', code: 'password-same', message: 'Enter a different password.' },
      ],
    });
    await reset(link, 'a better password');
    await expect(reset(link, 'yet another one')).rejects.toMatchObject({ code: 'reset-used' });
  });

  it('can be set with the mail address in place of the target, and with no other', async () => {
    const mail = newMail();
    await test.makeUser(mail, PASSWORD);
    const { token } = await resetLinkFor(mail);
    const unknown = { code: 'reset-unknown' };
    await expect(reset({ token, mail: 'other@example.com' }, 'a better password')).rejects.toMatchObject(
      unknown,
    );
    await expect(reset({ token }, 'a better password')).rejects.toMatchObject(unknown);
    await reset({ token, mail: mail.toUpperCase() }, 'a better password');
  });

  it('uses up every other reset link of the account', async () => {
    const mail = newMail();
    await test.makeUser(mail, PASSWORD);
    const [older, newer] = [await resetLinkFor(mail), await resetLinkFor(mail)];
    await reset(newer, 'a better password');
    await expect(reset(older, 'yet another one')).rejects.toMatchObject({ code: 'reset-used' });
  });

  it('verifies the address, since the link came through it', async () => {
    const mail = newMail();
    const id = await signUp(mail);
    await reset(await resetLinkFor(mail), 'a better password');
    expect(await stateOf(id)).toEqual({ state: 'VERIFIED' });
  });

  it('is mailed to managers alone from the managers’ page', async () => {
    const mail = newMail();
    const id = await test.makeUser(mail, PASSWORD);
    const sent = test.mails.length;
    await test.auth.accounts.sendResetLink({ audience: 'manager', mail });
    await test.auth.accounts.sendResetLink({ audience: 'admin', mail });
    await test.auth.accounts.sendResetLink({ audience: 'user', mail: 'nobody@example.com' });
    expect(test.mails).toHaveLength(sent);
    await test.db
      .updateTable('users')
      .set({ is_manager: true })
      .where('id', '=', id as UserId)
      .execute();
    const link = await resetLinkFor(mail, 'manager');
    await expect(reset(link, 'a better password', 'user')).rejects.toMatchObject({ code: 'reset-unknown' });
    await reset(link, 'a better password', 'manager');
  });

  it('may be asked for by anybody for any address: the same is done whether or not it has an account', async () => {
    const mail = newMail();
    await test.makeUser(mail, PASSWORD);
    for (const asked of [mail, 'nobody@example.com']) {
      await test.change((change) =>
        test.auth.accounts.requestReset(change, { audience: 'user', mail: asked, address: ADDRESS }),
      );
    }
    const { rows } = await sql<{ count: number }>`
      select count(*) from graphile_worker.jobs where task_identifier = 'send-reset-link'`.execute(test.db);
    expect(rows).toEqual([{ count: 2 }]);
  });
});

describe('another verification link', () => {
  it('is sent to those who are not verified yet, and the same is done for any other address', async () => {
    const [waiting, verified] = [newMail(), newMail()];
    await test.makeUser(verified, PASSWORD);
    await test.change((change) =>
      test.auth.accounts.signUp(change, {
        mail: waiting,
        password: PASSWORD,
        nickname: '',
        lang: 'en',
        address: ADDRESS,
      }),
    );
    const sent = test.mails.length;
    const asked = [waiting.toUpperCase(), verified, 'nobody@example.com'];
    for (const mail of asked) {
      await test.change((change) =>
        test.auth.accounts.requestVerification(change, { kind: 'user', mail, lang: 'en', address: ADDRESS }),
      );
    }
    const { rows } = await sql<{ payload: { readonly mail: string } }>`
      select payload from graphile_worker._private_jobs jobs
      join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
      where tasks.identifier = 'send-verification-link' order by jobs.id`.execute(test.db);
    expect(rows.map(({ payload }) => payload.mail)).toEqual(asked);
    for (const { payload } of rows) await test.auth.accounts.sendVerificationLink(payload);
    expect(test.mails.slice(sent).map(({ to }) => to)).toEqual([waiting]);
  });
});
