import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { limitTable } from '#server/limits/limit-table.ts';
import { blockedBy } from '#server/testing/blocked-by.ts';
import { eventually } from '#server/testing/eventually.ts';
import { PASSWORD } from './testing/open-test-api.ts';
import { setUpTestApi } from './testing/test-api.ts';

const PLACES = limitTable['requests-at-once-person'].most;
/** Each reads the page and counts the rows at the same time. */
const POOL_SIZE = 2 * PLACES + 2;
const ADDRESS_PLACES = limitTable['requests-at-once-address'].most;
const api = setUpTestApi({ poolSize: POOL_SIZE });

it('an account with many slow requests leaves the database to the others, and gets all its answers', async () => {
  const hana = await api.makeUser({ mail: 'hana@example.com' });
  const ken = await api.makeUser({ mail: 'ken@example.com' });
  const slow = await api.db.transaction().execute(async (trx) => {
    await sql`lock table groups in access exclusive mode`.execute(trx);
    const asked = Array.from({ length: 10 * POOL_SIZE }, () => api.get('groups', hana.token));
    await eventually(async () => expect(await blockedBy(trx)).toBeGreaterThanOrEqual(PLACES));
    expect((await api.get('users/current', ken.token)).status).toBe(200);
    return { asked };
  });
  const statuses = (await Promise.all(slow.asked)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200]));
});

it('an address with many slow requests without an account leaves the database to the others, and gets all its answers', async () => {
  expect(ADDRESS_PLACES).toBeLessThan(POOL_SIZE);
  const slow = await api.db.transaction().execute(async (trx) => {
    await sql`lock table guest_links in access exclusive mode`.execute(trx);
    const asked = Array.from({ length: 3 * POOL_SIZE }, () =>
      api.post('guest_links/check', { token: 'x'.repeat(43) }),
    );
    await eventually(async () => expect(await blockedBy(trx)).toBe(ADDRESS_PLACES));
    // What the others' requests need of the database, where no account is locked.
    await api.db.selectFrom('groups').select('id').limit(1).execute();
    return { asked };
  });
  const statuses = (await Promise.all(slow.asked)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([404]));
});

it.each([
  [
    'wrong passwords',
    'auth',
    (at: number) => ({ username: `no${at}@example.com`, password: 'wrong password' }),
  ],
  [
    'sign-ups with taken addresses',
    'users',
    () => ({ email: 'taken-users@example.com', plainPassword: PASSWORD }),
  ],
])('someone signs in while hundreds of %s come from many addresses', async (_, path, body) => {
  await api.makeUser({ mail: `taken-${path}@example.com` });
  const username = `calm-${path}@example.com`;
  await api.makeUser({ mail: username });
  let answered = 0;
  const flood = Array.from({ length: 240 }, async (__, at) => {
    await api.fastify.inject({
      method: 'POST',
      url: `/api/v1/${path}`,
      payload: body(at),
      remoteAddress: `198.51.100.${at % 24}`,
    });
    answered += 1;
  });
  const answer = await api.fastify.inject({
    method: 'POST',
    url: '/api/v1/auth',
    payload: { username, password: PASSWORD },
    remoteAddress: '203.0.113.9',
  });
  expect(answer.statusCode).toBe(200);
  // One of each address before it, and those that were worked on.
  expect(answered).toBeLessThan(3 * 24);
  await Promise.all(flood);
});
