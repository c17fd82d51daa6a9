import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { attentionKinds } from '#protocol/attention-kinds.ts';
import type { AdminId, CustomerId, TaskId, UserId } from '#protocol/ids.ts';
import { createTestDatabase, type TestDatabase } from '#scripts/test-database.ts';
import type { DiskState } from '#server/db/database-disk.ts';
import { type OpenApi, openTestApi, PASSWORD, type TestAccount } from './testing/open-test-api.ts';

const since = new Date('2026-01-31T10:00:00Z');
const disk: { state: DiskState; since: Date | null; freeBytes: number } = {
  state: 'enough',
  since,
  freeBytes: 198_765_432,
};

let database: TestDatabase;
let api: OpenApi;
let home: CustomerId;
let manager: TestAccount<UserId>;
let admin: TestAccount<AdminId>;

beforeAll(async () => {
  database = await createTestDatabase();
  api = await openTestApi({ database: { url: database.url }, disk });
  home = await api.makeCustomer('home');
  manager = await api.makeUser({ mail: 'boss@example.com', customerId: home, manages: [home] });
  admin = await api.makeAdmin('admin@example.com');
});
afterAll(async () => {
  await api.close();
  await database.drop();
});
beforeEach(() => {
  disk.state = 'enough';
});

const signIn = () => api.post('auth', { username: 'boss@example.com', password: PASSWORD });

it('refuses whatever writes while the disk is full, before anything else is looked at', async () => {
  disk.state = 'full';
  const refused = { status: 507, body: { code: 'storage-full' } };
  expect(await signIn()).toMatchObject(refused);
  const user = { email: 'new@example.com', nickname: 'New' };
  expect(await api.post('users', user, manager.token)).toMatchObject(refused);
  expect(await api.patch(`users/${manager.id}`, { nickname: 'Boss' }, manager.token)).toMatchObject(refused);
  expect(await api.put(`users/${manager.id}`, { nickname: 'Boss' })).toMatchObject(refused);
  disk.state = 'low';
  expect(await api.post('users', user, manager.token)).toMatchObject({ status: 201 });
});

it('goes on reading, renewing sign-ins, deleting and signing out', async () => {
  const { body: tokens } = await signIn();
  const { body: user } = await api.post(
    'users',
    { email: 'gone@example.com', nickname: 'Gone' },
    tokens.token,
  );
  disk.state = 'full';
  const renewed = await api.post('auth/refresh', { refresh_token: tokens.refresh_token });
  expect(renewed.status).toBe(200);
  const { token } = renewed.body;
  expect((await api.get('users', token)).status).toBe(200);
  const file = { resource: 'users', columns: [{ field: 'email' }] };
  expect((await api.post('exports', file, token)).status).toBe(201);
  expect((await api.delete(user['@id'], token)).status).toBe(204);
  expect((await api.delete('auth', token)).status).toBe(204);
});

it('holds tasks up, and goes on with them later', async () => {
  const { id } = await api.makeUser({ mail: 'row@example.com', customerId: home });
  const { body: task } = await api.post(
    'tasks',
    { resource: 'users', action: 'merge', ids: [id], body: { nickname: 'After' } },
    manager.token,
  );
  disk.state = 'full';
  await api.workOnTask(task.id as TaskId);
  expect((await api.get(task['@id'], manager.token)).body).toMatchObject({ state: 'running', done: 0 });
  disk.state = 'enough';
  await api.workOnTask(task.id as TaskId);
  expect((await api.get(task['@id'], manager.token)).body).toMatchObject({ state: 'finished', done: 1 });
});

it('is what administrators read first, with what is left', async () => {
  const firstKind = async (token: string) => {
    const { body } = await api.get('attention', token);
    return Array.isArray(body.kinds) ? body.kinds[0] : undefined;
  };
  expect(attentionKinds[0]).toBe('disk-low');
  expect(await firstKind(admin.token)).toEqual({ kind: 'disk-low', count: 0, more: false, first: [] });
  disk.state = 'low';
  expect(await firstKind(admin.token)).toEqual({
    kind: 'disk-low',
    count: 1,
    more: false,
    first: [{ item: null, name: '198', since: since.toISOString(), customer: null }],
  });
  expect(await firstKind(manager.token)).toMatchObject({ count: 0 });
});
