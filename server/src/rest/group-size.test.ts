import { beforeAll, expect, it } from 'vitest';
import type { UserId } from '#protocol/ids.ts';
import type { TestAccount } from './testing/open-test-api.ts';
import { setUpTestApi } from './testing/test-api.ts';

const api = setUpTestApi();
let alice: TestAccount<UserId>;
let pairs: string[];

beforeAll(async () => {
  const customerId = await api.makeCustomer('acme');
  alice = await api.makeUser({ mail: 'alice@example.com', customerId });
  pairs = [];
  for (let number = 0; number < 10; number += 1) {
    const { id } = await api.makeUser({ mail: `member${number}@example.com`, customerId });
    pairs.push(`/api/v1/pairs/${await api.makePair(alice.id, id)}`);
  }
});

const guests = (count: number) => Array.from({ length: count }, (_, index) => `guest${index}@example.com`);

it('a group has no more people than its call holds, the owner included', async () => {
  const fits = await api.post(
    'groups',
    { name: 'Choir', memberPairs: pairs.slice(1), guests: guests(90) },
    alice.token,
  );
  expect(fits.status).toBe(201);
  const change = (body: object) => api.patch(fits.body['@id'], body, alice.token);
  expect((await change({ memberPairs: pairs })).body.violations).toMatchObject([
    { propertyPath: 'memberPairs', code: 'group-too-large' },
  ]);
  expect((await change({ guests: guests(91) })).body.violations).toMatchObject([
    { propertyPath: 'guests', code: 'too-many-guests' },
  ]);
  const written = [...guests(90), 'Guest0@example.com'];
  expect((await change({ guests: written })).body.guests).toHaveLength(90);
  const tooLarge = await api.post(
    'groups',
    { name: 'Choir', memberPairs: pairs, guests: guests(90) },
    alice.token,
  );
  expect([tooLarge.status, tooLarge.body.violations?.[0]?.code]).toEqual([422, 'group-too-large']);
});

it('a group that was larger before can be renamed and made smaller, and does not grow', async () => {
  const group_id = await api.makeGroup(alice.id, 'Choir');
  await api.db
    .insertInto('group_guests')
    .values(Array.from({ length: 150 }, (_, index) => ({ group_id, mail: `more${index}@example.com` })))
    .execute();
  const change = (change: object) => api.patch(`groups/${group_id}`, change, alice.token);
  expect((await change({ name: 'Large choir' })).status).toBe(200);
  expect((await change({ guests: guests(120) })).status).toBe(200);
  expect((await change({ guests: guests(121) })).body.violations).toMatchObject([{ propertyPath: 'guests' }]);
  expect((await change({ memberPairs: pairs.slice(0, 1) })).body.violations).toMatchObject([
    { propertyPath: 'memberPairs' },
  ]);
});
