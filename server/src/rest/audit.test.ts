import { beforeAll, expect, it } from 'vitest';
import type { CustomerId, UserId } from '#protocol/ids.ts';
import { PASSWORD, type TestAccount } from './testing/open-test-api.ts';
import { setUpTestApi } from './testing/test-api.ts';

const LIMIT = 12;
const api = setUpTestApi({}, undefined, { attemptsPerAccount: LIMIT, attemptsPerAccountAnywhere: 100 });
let customerId: CustomerId;
let alice: TestAccount<UserId>;
let manager: string;
let admin: string;
beforeAll(async () => {
  customerId = await api.makeCustomer('acme');
  alice = await api.makeUser({ mail: 'alice@example.com', nickname: 'Alice', customerId });
  ({ token: manager } = await api.makeUser({
    mail: 'manager@example.com',
    customerId,
    manages: [customerId],
  }));
  ({ token: admin } = await api.makeAdmin('admin@example.com'));
});

const signIn = (username: string, password: string) => api.post('auth', { username, password });
const logs = async (action: string, token = manager) =>
  (await api.get(`logs?action=${action}`, token)).body['hydra:member'];

it('records sign-ins and sign-outs, with who, from where and by which request', async () => {
  const { body } = await signIn('alice@example.com', PASSWORD);
  await api.delete('auth', body.token);
  const common = { resource: 'users', resourceId: alice.id, actor: `/api/v1/users/${alice.id}` };
  expect(await logs('sign-in')).toMatchObject([{ ...common, account: 'alice@example.com', attempts: 1 }]);
  expect(await logs('sign-out')).toMatchObject([{ ...common, requestId: expect.any(String) }]);
});

it('records failures and the lock-out once each power of ten, however many there are', async () => {
  for (let round = 0; round < LIMIT + 15; round++) await signIn('alice@example.com', 'wrong');
  const failures = await logs('sign-in-failed');
  expect(failures.map(({ attempts }) => attempts)).toEqual([10, 1]);
  expect(failures[0]).toMatchObject({ resourceId: alice.id, actorKind: 'nobody' });
  expect((await logs('locked-out')).map(({ attempts }) => attempts)).toEqual([10, 1]);
});

it('tells of addresses that no one has to admins alone', async () => {
  await signIn('nobody@example.com', 'wrong');
  const named = async (token: string) =>
    (await logs('sign-in-failed', token)).filter(({ account }) => account === 'nobody@example.com');
  expect(await named(manager)).toEqual([]);
  expect(await named(admin)).toMatchObject([{ customer: null, resourceId: null }]);
});

it('records the replay of a refresh token once', async () => {
  const { id } = await api.makeUser({ mail: 'bob@example.com', customerId });
  const { body } = await signIn('bob@example.com', PASSWORD);
  const refresh = (refresh_token: string) => api.post('auth/refresh', { refresh_token });
  await refresh((await refresh(body.refresh_token)).body.refresh_token);
  for (let round = 0; round < 3; round++) expect((await refresh(body.refresh_token)).status).toBe(401);
  expect(await logs('token-replayed')).toMatchObject([{ resourceId: id, resource: 'users' }]);
});

it('records values before and after a change, and never a secret', async () => {
  const changed = await api.patch(
    `users/${alice.id}`,
    { nickname: 'Alicia', plainPassword: 'another long password', currentPassword: PASSWORD },
    alice.token,
  );
  expect(changed.status).toBe(200);
  expect((await logs('update'))[0]).toMatchObject({
    changes: [{ field: 'nickname', before: 'Alice', after: 'Alicia' }],
  });
  expect(await logs('change-password')).toMatchObject([{ resourceId: alice.id, changes: [] }]);
  expect((await api.get('logs', admin)).text).not.toMatch(/another long|correct horse|argon2/);
});
