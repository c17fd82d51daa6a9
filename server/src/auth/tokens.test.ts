import { createHmac } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import type { UserId } from '#protocol/ids.ts';
import { hashOpaqueToken } from './opaque-token.ts';
import { ADDRESS, PASSWORD, setUpTestAuth, TEST_AUTH_SECRET, userKey } from './testing/test-auth.ts';

const test = setUpTestAuth();
let count = 0;
const signIn = async () => {
  const mail = `user${++count}@example.com`;
  const id = await test.makeUser(mail, PASSWORD);
  const tokens = await test.auth.signIn.withPassword({ mail, password: PASSWORD, address: ADDRESS });
  return { id, mail, ...tokens };
};
const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
/** As anyone with the secret can make it (RFC 7515, A.1). */
const signed = (claims: object, secret = TEST_AUTH_SECRET) => {
  const text = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded(claims)}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
};

describe('access tokens', () => {
  it('say who someone is, for 15 minutes', async () => {
    const { id, token } = await signIn();
    const claims = claimsOf(token);
    expect(claims).toMatchObject({
      sub: id,
      kind: 'user',
      customer: expect.any(String),
      family: expect.any(String),
    });
    expect(claims.exp - claims.iat).toBe(15 * 60);
    expect(await test.auth.verifyAccessToken(token)).toEqual({
      kind: 'user',
      id,
      customerId: claims.customer,
      familyId: claims.family,
    });
  });

  it('end: an expired one says so, so that the client refreshes it', async () => {
    const { token } = await signIn();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 16 * 60_000 });
    try {
      await expect(test.auth.verifyAccessToken(token)).rejects.toMatchObject({ code: 'token-expired' });
    } finally {
      vi.useRealTimers();
    }
  });

  it('of a release that named no audience are to be refreshed', async () => {
    const { token } = await signIn();
    const { aud: _aud, iss: _iss, ...former } = claimsOf(token);
    await expect(test.auth.verifyAccessToken(signed(former))).rejects.toMatchObject({
      code: 'token-expired',
    });
  });

  it('are refused when forged, of another algorithm, of another shape, or nonsense', async () => {
    const { token } = await signIn();
    const claims = claimsOf(token);
    const [header = '', body = '', signature = ''] = token.split('.');
    const none = encoded({ alg: 'none', typ: 'JWT' });
    const forgeries = [
      signed(claims, 'another secret, long enough too'),
      signed({ sub: claims.sub }),
      signed({ ...claims, kind: 'manager' }),
      signed({ ...claims, aud: 'another service' }),
      signed({ ...claims, iss: 'another service' }),
      signed({ ...claims, exp: claims.iat + 10 * 365 * 86_400 }),
      `${none}.${body}.`,
      `${header}.${encoded({ ...claims, kind: 'admin' })}.${signature}`,
      'nonsense',
      '',
    ];
    for (const forged of forgeries) {
      await expect(test.auth.verifyAccessToken(forged)).rejects.toMatchObject({ code: 'unauthenticated' });
    }
  });

  it('are worth nothing once their sign-in has ended', async () => {
    const { token } = await signIn();
    const other = await signIn();
    await test.auth.signOut(await test.auth.verifyAccessToken(token));
    await expect(test.auth.verifyAccessToken(token)).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(await test.auth.verifyAccessToken(other.token)).toMatchObject({ id: other.id });
  });

  it('are worth nothing once the account is gone', async () => {
    const { id, token } = await signIn();
    await test.db
      .deleteFrom('users')
      .where('id', '=', id as UserId)
      .execute();
    await expect(test.auth.verifyAccessToken(token)).rejects.toMatchObject({ code: 'unauthenticated' });
  });

  it('say at once what has changed: unverified, manager, and which customers', async () => {
    const { id, token } = await signIn();
    const user = test.db.updateTable('users').where('id', '=', id as UserId);
    await user.set({ state: 'UNVERIFIED' }).execute();
    await expect(test.auth.verifyAccessToken(token)).rejects.toMatchObject({ code: 'account-unverified' });
    expect(await test.auth.verifyAccessToken(token, { allowUnverified: true })).toMatchObject({
      kind: 'user',
    });

    await user.set({ state: 'VERIFIED', is_manager: true }).execute();
    expect(await test.auth.verifyAccessToken(token)).toMatchObject({ kind: 'manager', manages: [] });
    const { id: customer } = await test.db
      .insertInto('customers')
      .values({ name: 'Another' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await test.db
      .insertInto('customer_managers')
      .values({ customer_id: customer, user_id: id as UserId })
      .execute();
    expect(await test.auth.verifyAccessToken(token)).toMatchObject({ kind: 'manager', manages: [customer] });
  });
});

describe('refresh tokens', () => {
  it('are exchanged for a new pair, of the same sign-in', async () => {
    const { id, token, refreshToken } = await signIn();
    const next = await test.auth.refresh(refreshToken);
    expect(next.refreshToken).not.toBe(refreshToken);
    expect(await test.auth.verifyAccessToken(next.token)).toMatchObject({ id });
    expect(claimsOf(next.token).family).toBe(claimsOf(token).family);
  });

  it('are not stored, only their hash', async () => {
    const { refreshToken } = await signIn();
    const rows = await test.db.selectFrom('refresh_tokens').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(refreshToken);
    expect(rows.every(({ token_hash }) => token_hash.length === 32)).toBe(true);
  });

  it('used again later end the whole family, and live sessions hear of it', async () => {
    const { id, refreshToken: first } = await signIn();
    const { refreshToken: second, token } = await test.auth.refresh(first);
    await longAfterUse(first);
    await expect(test.auth.refresh(first)).rejects.toMatchObject({ code: 'wrong-token' });
    await expect(test.auth.refresh(second)).rejects.toMatchObject({ code: 'wrong-token' });
    await expect(test.auth.verifyAccessToken(token)).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(test.events).toContainEqual({
      type: 'tokens-revoked',
      partyKey: userKey(id),
      familyId: claimsOf(token).family,
    });
  });

  it('may be used once more by a client whose answer was lost; only the newest of the family lives', async () => {
    const { refreshToken: first } = await signIn();
    const lost = await test.auth.refresh(first);
    const again = await test.auth.refresh(first);
    const next = await test.auth.refresh(again.refreshToken);
    expect(await test.auth.verifyAccessToken(next.token)).toBeDefined();
    // Anyone who did get the first answer is the second to use the family: it ends.
    await expect(test.auth.refresh(lost.refreshToken)).rejects.toMatchObject({ code: 'wrong-token' });
    await expect(test.auth.refresh(next.refreshToken)).rejects.toMatchObject({ code: 'wrong-token' });
  });

  it('are not taken back once what was given for them has been used', async () => {
    const { refreshToken: first } = await signIn();
    const second = await test.auth.refresh(first);
    const third = await test.auth.refresh(second.refreshToken);
    await expect(test.auth.refresh(first)).rejects.toMatchObject({ code: 'wrong-token' });
    await expect(test.auth.refresh(third.refreshToken)).rejects.toMatchObject({ code: 'wrong-token' });
  });

  it('used by two tabs at once leave one living token, never two', async () => {
    const { id, refreshToken } = await signIn();
    const both = await Promise.all([test.auth.refresh(refreshToken), test.auth.refresh(refreshToken)]);
    const living = await test.db
      .selectFrom('refresh_tokens')
      .where('principal_id', '=', id)
      .where('used_at', 'is', null)
      .where('revoked_at', 'is', null)
      .select('id')
      .execute();
    expect(living).toHaveLength(1);
    expect(both.map(({ refreshToken: given }) => given)).not.toContain(refreshToken);
  });

  it.each(['', 'nonsense', 'q83vEjRWeJC7zN3u_wARIjNEVWZ3iJmqu8zd7v8AESI'])(
    'are refused when unknown: %j',
    async (token) => {
      await expect(test.auth.refresh(token)).rejects.toMatchObject({ code: 'wrong-token' });
    },
  );

  it('say of a deleted account that it does not exist', async () => {
    const { id, refreshToken } = await signIn();
    await test.db
      .deleteFrom('users')
      .where('id', '=', id as UserId)
      .execute();
    await expect(test.auth.refresh(refreshToken)).rejects.toMatchObject({ code: 'account-not-found' });
  });

  it('are refused after 30 days, without harm to anybody', async () => {
    const { refreshToken } = await signIn();
    await test.db
      .updateTable('refresh_tokens')
      .set({ expires_at: new Date(Date.now() - 1_000) })
      .execute();
    await expect(test.auth.refresh(refreshToken)).rejects.toMatchObject({ code: 'wrong-token' });
  });
});

/** As if the token had been used an hour ago. */
async function longAfterUse(token: string): Promise<void> {
  const { numUpdatedRows } = await test.db
    .updateTable('refresh_tokens')
    .set({ used_at: new Date(Date.now() - 3_600_000) })
    .where('token_hash', '=', hashOpaqueToken(token))
    .executeTakeFirstOrThrow();
  expect(numUpdatedRows).toBe(1n);
}
