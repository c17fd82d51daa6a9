import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CustomerId, UserId } from '#protocol/ids.ts';
import { type ApiBody, firstOf } from './testing/open-test-api.ts';
import { setUpTestApi } from './testing/test-api.ts';

/** How clients made for API Platform ask, and what people write who read its documentation. */
const api = setUpTestApi();
let customerId: CustomerId;
let token: string;
let admin: string;
let user: UserId;

beforeAll(async () => {
  customerId = await api.makeCustomer('compatible');
  const manager = await api.makeUser({ mail: 'boss@example.com', customerId, manages: [customerId] });
  ({ token, id: user } = manager);
  ({ token: admin } = await api.makeAdmin('admin@example.com'));
  for (let number = 1; number <= 3; number += 1) await api.makeDevice({ number, customerId });
});

const idsOf = (body: ApiBody) => body['hydra:member'].map(({ id }) => id);

describe('a list', () => {
  it('takes itemsPerPage for pageSize, at most the most that a page may have', async () => {
    const { status, body } = await api.get('devices?itemsPerPage=2', token);
    expect([status, body['hydra:member'].length, body['hydra:view']['hydra:last']]).toEqual([
      200,
      2,
      '/api/v1/devices?itemsPerPage=2&page=2',
    ]);
    expect((await api.get('devices?itemsPerPage=1000', token)).status).toBe(200);
    expect((await api.get('devices?itemsPerPage=0', token)).status).toBe(400);
    expect((await api.get('devices?itemsPerPage=2&pageSize=3', token)).status).toBe(400);
  });

  it('is sorted in either case, and by id', async () => {
    const ascending = idsOf((await api.get('devices?order[id]=ASC', token)).body);
    expect(ascending).toEqual(ascending.toSorted());
    expect(idsOf((await api.get('devices?order[id]=DESC', token)).body)).toEqual(ascending.toReversed());
    expect((await api.get('users?order[email]=Desc', token)).status).toBe(200);
    expect((await api.get('users?order[email]=down', token)).status).toBe(400);
  });

  it('takes several values of a filter with and without an index', async () => {
    for (const query of ['verified[0]=VERIFIED&verified[1]=UNVERIFIED', 'verified[]=VERIFIED']) {
      expect((await api.get(`users?${query}`, token)).body['hydra:totalItems']).toBe(1);
    }
    expect((await api.get('users?verified[1]=UNVERIFIED', token)).body['hydra:totalItems']).toBe(0);
    expect((await api.get('users?page[0]=1', token)).status).toBe(400);
  });
});

describe('a date filter', () => {
  it('compares what is shown, without the microseconds that the database keeps', async () => {
    await sql`update devices set registered = '2026-03-01T10:00:00.446732Z' where serial_printed like '%00002'`.execute(
      api.db,
    );
    const shown = '2026-03-01T10:00:00.446Z';
    const found = async (comparison: string) => {
      const { body } = await api.get(`devices?search=00002&registered[${comparison}]=${shown}`, token);
      return body['hydra:totalItems'];
    };
    expect(firstOf(await api.get('devices?registered[before]=2026-03-02', token)).registered).toBe(shown);
    expect(await found('before')).toBe(1);
    expect(await found('after')).toBe(1);
    expect(await found('strictly_before')).toBe(0);
    expect(await found('strictly_after')).toBe(0);
  });

  it.each([
    ['2026-03-01', 0],
    ['2026-03-02', 1],
    ['2026-03-01T10:00', 0],
    ['2026-03-01T10:00:01', 1],
    ['2026-03-01 10:01', 1],
    // A plus that was not escaped arrives as a blank.
    ['2026-03-01T19:01:00+09:00', 1],
    ['2026-03-01T18:59:00%2B09:00', 0],
  ])('takes %s, as UTC where it names no zone', async (time, expected) => {
    const { status, body } = await api.get(`devices?registered[before]=${time}`, token);
    expect([status, body['hydra:totalItems']]).toEqual([200, expected]);
  });

  it.each(['2026-02-31', '2026-13-01', '2026-03-01T25:00', 'yesterday', '2026-3-1', '0000-12-31'])(
    'refuses %s',
    async (time) => {
      expect((await api.get(`devices?registered[before]=${time}`, token)).status).toBe(400);
    },
  );
});

describe('an id in a query', () => {
  it.each([
    'groups?userId',
    'guest_links?group',
    'webhook_deliveries?webhook',
    'logs?resourceId',
    'logs?actorId',
  ])('%s is refused by name where it is none', async (path) => {
    for (const id of ['x', '', 'TEST00001', '/api/v1/users/x', '0', `${user}0`]) {
      const { status, body } = await api.get(`${path}=${id}`, admin);
      expect([status, body.code]).toEqual([400, 'invalid-query-parameter']);
    }
    const kind =
      { userId: 'users', group: 'groups', webhook: 'webhooks' }[path.split('?')[1] ?? ''] ?? 'users';
    for (const id of [user, `/api/v1/${kind}/${user}`]) {
      expect((await api.get(`${path}=${id}`, admin)).status).toBe(200);
    }
  });

  it('is the same in upper case, in paths, queries and bodies', async () => {
    const upper = user.toUpperCase();
    const read = await api.get(`users/${upper}`, token);
    expect([read.status, read.body.id]).toEqual([200, user]);
    expect(
      (await api.get(`users?customer=${customerId.toUpperCase()}`, token)).body['hydra:totalItems'],
    ).toBe(1);
    const made = await api.post('groups', { name: 'Upper', owner: `/api/v1/users/${upper}` }, admin);
    expect([made.status, made.body.owner]).toEqual([201, `/api/v1/users/${user}`]);
  });
});

describe('unknown members of a body', () => {
  it('are ignored where something is changed, and refused where it is made', async () => {
    const made = await api.post('groups', { name: 'Made' }, token);
    const path = `groups/${made.body.id}`;
    const put = await api.put(path, { ...made.body, name: 'Put', originId: made.body.id, colour: 1 }, token);
    expect([put.status, put.body.name]).toEqual([200, 'Put']);
    const patched = await api.patch(path, { name: 'Patched', originId: made.body.id }, token);
    expect([patched.status, patched.body.name]).toEqual([200, 'Patched']);
    expect((await api.post('groups', { name: 'Made', originId: 'x' }, token)).body.violations).toMatchObject([
      { propertyPath: 'originId', code: 'unknown-field' },
    ]);
  });
});
