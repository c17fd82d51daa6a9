import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CustomerId, UserId } from '#protocol/ids.ts';
import { iri } from '#protocol/rest/field.ts';
import { setUpTestApi } from './testing/test-api.ts';

/** `GET /search`: everything that has a text, in one request. */
const api = setUpTestApi();
let home: CustomerId;
let away: CustomerId;
let manager: string;
let ofBoth: string;
let admin: string;
let alice: UserId;

beforeAll(async () => {
  home = await api.makeCustomer('Orchid House');
  away = await api.makeCustomer('Orchid Tower');
  ({ token: manager } = await api.makeUser({ mail: 'boss@example.com', customerId: home, manages: [home] }));
  ({ token: ofBoth } = await api.makeUser({
    mail: 'two@example.com',
    customerId: home,
    manages: [home, away],
  }));
  ({ token: admin } = await api.makeAdmin('admin@example.com'));
  ({ id: alice } = await api.makeUser({
    mail: 'alice@example.com',
    nickname: 'Alice Orchid',
    customerId: home,
  }));
  const bob = await api.makeUser({ mail: 'bob@example.com', nickname: 'Bob Orchid', customerId: away });
  const kiosk = await api.makeDevice({ number: 1, customerId: home });
  await api.patch(`devices/${kiosk.id}`, { name: 'Orchid entrance' }, admin);
  await api.makePair(alice, { device: kiosk.id });
  await api.makePair(bob.id, alice);
  await api.makeGroup(alice, 'Orchid growers');
});

const namesOf = (hits: unknown): string[] => {
  if (!Array.isArray(hits)) throw new Error('Not a list of hits');
  return hits.map((hit: { readonly name: string }) => hit.name).sort();
};
const search = async (q: string, token: string, customer?: string) => {
  const query = new URLSearchParams({ q, ...(customer !== undefined && { customer }) });
  const { status, body, text } = await api.get(`search?${query}`, token);
  expect(status, text).toBe(200);
  const { users, devices, pairs, groups, customers } = body;
  return Object.fromEntries(
    Object.entries({ users, devices, pairs, groups, customers }).map(([path, found]) => [
      path,
      namesOf(found),
    ]),
  );
};

describe('GET /search', () => {
  it('finds what the lists of a manager find, and nothing of other customers', async () => {
    expect(await search('orchid', manager)).toEqual({
      users: ['Alice Orchid'],
      devices: ['Orchid entrance'],
      // The second one is Bob's, of the other customer, who has invited Alice.
      pairs: ['TEST00001\n(Orchid entrance)', 'alice@example.com\n(Alice Orchid)'],
      groups: ['Orchid growers'],
      customers: ['Orchid House'],
    });
    for (const [token, count] of [
      [ofBoth, 2],
      [admin, 2],
    ] as const) {
      const { users, pairs, customers } = await search('orchid', token);
      expect([users, pairs, customers].map((found) => found?.length)).toEqual([count, count, count]);
    }
  });

  it('can be narrowed to one customer', async () => {
    const narrowed = await search('orchid', ofBoth, away);
    expect(narrowed.users).toEqual(['Bob Orchid']);
    expect(narrowed.customers).toHaveLength(1);
    expect(narrowed.customers).not.toContain('Orchid House');
  });

  it('answers 404 for a customer that the asker does not manage, or that does not exist', async () => {
    for (const [token, customer] of [
      [manager, away],
      [manager, iri('customers', away)],
      [manager, randomUUID()],
      [admin, randomUUID()],
    ] as const)
      expect((await api.get(`search?q=orchid&customer=${customer}`, token)).status, customer).toBe(404);
  });

  it('tells of each what it takes to show it', async () => {
    const { body } = await api.get('search?q=alice@', admin);
    expect(body.users).toEqual([
      {
        '@id': `/api/v1/users/${alice}`,
        id: alice,
        name: 'Alice Orchid',
        detail: 'alice@example.com',
        customer: `/api/v1/customers/${home}`,
        customerName: 'Orchid House',
      },
    ]);
  });

  it('gives five of each at most, the newest first', async () => {
    for (const number of [1, 2, 3, 4, 5, 6, 7]) {
      await api.makeUser({ mail: `many${number}@example.com`, nickname: `Many ${number}`, customerId: home });
    }
    for (const text of ['many', 'm']) {
      expect((await search(text, manager)).users).toEqual(['Many 3', 'Many 4', 'Many 5', 'Many 6', 'Many 7']);
    }
  });

  it.each([
    'search',
    'search?q=',
    'search?q=%20',
    `search?q=${'x'.repeat(201)}`,
    'search?q=a&q=b',
    'search?q=a&page=1',
  ])('refuses %s', async (path) => {
    expect((await api.get(path, manager)).body.code).toMatch(/query-parameter$/);
  });
});
