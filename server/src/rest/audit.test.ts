import { beforeAll, expect, it } from 'vitest';
import type { CustomerId, UserId } from '#protocol/ids.ts';
import { iri } from '#protocol/rest/field.ts';
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

it('records once that a sign-in has ended, however many requests end it at the same moment (X3)', async () => {
  const { id } = await api.makeUser({ mail: 'leaves@example.com', customerId });
  const { body } = await signIn('leaves@example.com', PASSWORD);
  await Promise.all(Array.from({ length: 8 }, () => api.delete('auth', body.token)));
  expect((await logs('sign-out')).filter(({ resourceId }) => resourceId === id)).toHaveLength(1);
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

it('tells managers who watch of every change in it, once that is made (M6)', async () => {
  const from = api.changes.length;
  await api.patch(`users/${alice.id}`, { nickname: 'Alicia B.' }, manager);
  await api.patch(`users/${alice.id}`, { nickname: 7 }, manager);
  expect(api.changes.slice(from)).toEqual([{ resource: 'users', customerId }]);
});

it('takes text that looks like a reference for what it is', async () => {
  const stranger = await api.makeUser({ mail: 'stranger@example.com', nickname: 'Stranger' });
  const { id } = await api.makeUser({ mail: 'curious@example.com', nickname: 'Curious', customerId });
  const typed = iri('users', stranger.id);
  await api.patch(`users/${id}`, { nickname: typed }, manager);
  const [entry] = await logs('update');
  expect(entry).toMatchObject({ changes: [{ field: 'nickname', before: 'Curious', after: typed }] });
});

it('names what has been deleted, and who did it, and is found by both names', async () => {
  const { id } = await api.makeUser({ mail: 'gone@example.com', nickname: 'Gone Person', customerId });
  expect((await api.delete(`users/${id}`, manager)).status).toBe(204);
  const [entry] = await logs('delete');
  expect(entry).toMatchObject({
    resourceId: id,
    objectName: 'Gone Person',
    actorName: 'manager@example.com',
  });
  expect(entry?.changes).toContainEqual({ field: 'email', before: 'gone@example.com', after: null });
  const found = await api.get('logs?search=gone%20per', manager);
  expect(found.body['hydra:member'].map(({ action }) => action)).toContain('delete');
});

it('keeps the names of others from those who may not read them', async () => {
  const otherId = await api.makeCustomer('other');
  const { token: both } = await api.makeUser({
    mail: 'hidden@example.com',
    customerId: otherId,
    manages: [otherId, customerId],
  });
  await api.patch(`users/${alice.id}`, { nickname: 'Alice again' }, both);
  expect((await logs('update'))[0]).toMatchObject({ objectName: 'Alice again', actorName: null });
  expect((await api.get('logs?search=hidden', manager)).body['hydra:member']).toEqual([]);
  expect((await api.get('logs?search=hidden', admin)).body['hydra:member']).not.toEqual([]);
});

it('hides from managers which administrator acted, and lets no filter tell it', async () => {
  const one = await api.makeAdmin('one@example.com');
  const made = await api.makeUser({ mail: 'acted-on@example.com', customerId });
  expect((await api.patch(`users/${made.id}`, { nickname: 'Acted on' }, one.token)).status).toBe(200);
  const find = async (query: string, token: string) =>
    (await api.get(`logs?resourceId=${made.id}&${query}`, token)).body['hydra:member'];
  const admins = iri('admins', one.id);
  expect(await find('', manager)).toMatchObject([
    { actorKind: 'admin', actor: null, actorName: null, address: null },
  ]);
  expect(await find('', admin)).toMatchObject([{ actor: admins, actorName: 'one@example.com' }]);
  for (const query of [
    `actorId=${one.id}`,
    `actorId=${admins}`,
    `search=${one.id}`,
    'search=one@example.com',
  ])
    expect(await find(query, manager), query).toEqual([]);
  expect(await find(`actorId=${one.id}`, admin)).toHaveLength(1);
  // Of people of other customers neither.
  const elsewhere = await api.makeCustomer('elsewhere');
  const both = await api.makeUser({
    mail: 'both@example.com',
    customerId: elsewhere,
    manages: [elsewhere, customerId],
  });
  expect((await api.patch(`users/${made.id}`, { nickname: 'Again' }, both.token)).status).toBe(200);
  expect(await find(`actorId=${both.id}`, manager)).toEqual([]);
  expect(await find(`actorId=${both.id}`, both.token)).toHaveLength(1);
  // Also not after they have moved here: the entry is of the time before.
  await api.db
    .updateTable('users')
    .set({ customer_id: customerId, nickname: 'Moved here' })
    .where('id', '=', both.id)
    .execute();
  expect(await find('search=Moved', manager)).toEqual([]);
  expect(await find('search=Moved', both.token)).toHaveLength(1);
});

it('hides from managers the administrators that an export was narrowed to', async () => {
  const one = await api.makeAdmin('exported@example.com');
  const query = `customer=${iri('customers', customerId)}&actorId=${iri('admins', one.id)}`;
  const columns = [{ field: 'action' }];
  const made = await api.post('exports', { resource: 'logs', query, columns }, admin);
  expect(made.status, made.text).toBe(201);
  const { text } = await api.get('logs?action=export', manager);
  expect(text).toContain('actorId');
  expect(text).not.toContain(one.id);
  const [entry] = await logs('export', admin);
  expect(entry?.references).toContainEqual(expect.objectContaining({ id: one.id, resource: 'admins' }));
});

it('records nothing where a repeated request changes nothing (X3)', async () => {
  const person = await api.makeUser({ mail: 'repeats@example.com', customerId });
  const agree = () => api.post('users/current/terms', undefined, person.token);
  const first = await agree();
  expect(await agree()).toMatchObject({ status: 200, body: { termsAgreedAt: first.body.termsAgreedAt } });
  expect(await logs('agree-to-terms')).toHaveLength(1);
  // Agreement to former terms is no agreement to these.
  await api.db
    .updateTable('users')
    .set({ terms_agreed_at: new Date(0) })
    .where('id', '=', person.id)
    .execute();
  expect((await agree()).body.termsAgreedAt).not.toBe(new Date(0).toISOString());
  expect(await logs('agree-to-terms')).toHaveLength(2);

  const colleague = await api.makeUser({
    mail: 'colleague@example.com',
    customerId,
    manages: [await api.makeCustomer('former')],
  });
  const customer = iri('customers', customerId);
  const add = () => api.post(`${customer}/manager`, { user: iri('users', colleague.id) }, admin);
  expect((await add()).status).toBe(200);
  const { headers } = await api.get(customer, admin);
  expect((await add()).status).toBe(200);
  expect((await api.get(customer, admin)).headers.etag).toBe(headers.etag);
  expect(await logs('add-manager')).toHaveLength(1);

  const device = await api.makeDevice({ number: 1, customerId });
  const pair = await api.makePair(person.id, { device: device.id }, 'INVITED');
  const group = await api.makeGroup(person.id, 'Nobody to invite', [pair]);
  for (const path of [`pairs/${pair}/invitation`, `groups/${group}/invite`])
    expect((await api.post(path, undefined, person.token)).status, path).toBe(200);
  expect(await logs('invite')).toEqual([]);
});

it('records nothing where texts in several languages are what they were, in any order (X3)', async () => {
  const made = await api.post(
    'notifications',
    { title: { ja: 'お知らせ', en: 'News' }, contents: { ja: '', en: 'Nothing new' } },
    admin,
  );
  expect(made.status, made.text).toBe(201);
  const path = String(made.body['@id']);
  const { etag } = made.headers;
  expect(etag).toBeDefined();
  const change = (body: object) => api.patch(path, body, admin);
  for (const title of [{ en: 'News' }, { en: 'News', ja: 'お知らせ' }])
    expect((await change({ title })).headers.etag).toBe(etag);
  expect(await logs('update&resource=notifications', admin)).toEqual([]);
  expect((await change({ title: { en: 'Other news' } })).body.title).toEqual({
    ja: 'お知らせ',
    en: 'Other news',
  });
});

it('records what was given to something new, and managers by name', async () => {
  const made = await api.post('users', { email: 'new@example.com', nickname: 'Newcomer' }, manager);
  expect(made.status).toBe(201);
  const [created] = await logs('create');
  expect(created).toMatchObject({ objectName: 'Newcomer' });
  expect(created?.changes).toContainEqual({ field: 'nickname', before: null, after: 'Newcomer' });

  const { id } = await api.makeUser({ mail: 'second@example.com', customerId, manages: [customerId] });
  expect((await api.patch(`users/${id}`, { isManager: false }, manager)).status).toBe(200);
  expect((await logs('remove-manager'))[0]).toMatchObject({
    objectName: 'acme',
    changes: [{ field: 'managers', before: 'second@example.com', after: null }],
  });
  // What the change of the role says is not said once more.
  const { body } = await api.get(`logs?resourceId=${id}`, manager);
  expect(body['hydra:member']).toMatchObject([
    { action: 'change-role', changes: [{ field: 'isManager', before: 'true', after: 'false' }] },
  ]);
  await api.patch(`users/${id}`, { isManager: true, nickname: 'Second' }, manager);
  const both = await api.get(`logs?resourceId=${id}&order[datetime]=asc`, manager);
  expect(both.body['hydra:member'].slice(1)).toMatchObject([
    { action: 'update', changes: [{ field: 'nickname' }] },
    { action: 'change-role', changes: [{ field: 'isManager' }] },
  ]);
});

it('says which members a group lost and gained', async () => {
  const bob = await api.makeUser({ mail: 'bobby@example.com', nickname: 'Bobby', customerId });
  const pair = await api.db
    .insertInto('pairs')
    .values({ owner_user_id: alice.id, target_user_id: bob.id, state: 'VERIFIED', name: 'My Bobby' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const group = await api.post(
    'groups',
    { owner: iri('users', alice.id), name: 'Team', guests: ['guest@example.com'] },
    manager,
  );
  const changed = await api.patch(
    `groups/${group.body.id}`,
    { memberPairs: [iri('pairs', pair.id)], guests: [] },
    manager,
  );
  expect(changed.status).toBe(200);
  expect((await logs('update'))[0]).toMatchObject({
    resource: 'groups',
    objectName: 'Team',
    changes: [
      { field: 'memberPairs', before: null, after: 'My Bobby' },
      { field: 'guests', before: 'guest@example.com', after: null },
    ],
  });
});
