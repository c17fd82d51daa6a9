import { beforeAll, expect, it } from 'vitest';
import { DELETED_PEER_NAMES } from '#protocol/deleted-peer.ts';
import type { CustomerId, UserId } from '#protocol/ids.ts';
import { iri } from '#protocol/rest/field.ts';
import { blockedBy } from '#server/testing/blocked-by.ts';
import { eventually } from '#server/testing/eventually.ts';
import { PASSWORD, type TestAccount } from './testing/open-test-api.ts';
import { setUpTestApi } from './testing/test-api.ts';

const api = setUpTestApi();
let customerId: CustomerId;
let manager: string;
let gone: TestAccount<UserId>;
let stays: TestAccount<UserId>;

/** A call of the two, as both have it. */
const call = async () => {
  const common = {
    kind: 'direct' as const,
    call_id: crypto.randomUUID(),
    customer_id: customerId,
    started_at: new Date(Date.now() - 120_000),
    ended_at: new Date(Date.now() - 60_000),
    duration_s: 60,
    end_reason: 'hung-up',
  };
  await api.db
    .insertInto('connections')
    .values([
      { ...common, user_id: gone.id, peer_id: stays.id, peer_name: 'Stays' },
      { ...common, user_id: stays.id, peer_id: gone.id, peer_name: 'Gone' },
    ])
    .execute();
};
const remove = (currentPassword?: string) =>
  api.request('DELETE', `users/${gone.id}`, {
    token: gone.token,
    ...(currentPassword !== undefined && { body: { currentPassword } }),
  });
const summary = async (kind: string) =>
  (await api.get(`connection_summaries/${kind}?lastXDays=3&customer=${customerId}`, manager)).body[
    'hydra:member'
  ];

beforeAll(async () => {
  customerId = await api.makeCustomer('acme');
  ({ token: manager } = await api.makeUser({
    mail: 'manager@example.com',
    customerId,
    manages: [customerId],
  }));
  gone = await api.makeUser({ mail: 'gone@example.com', nickname: 'Gone', customerId });
  stays = await api.makeUser({ mail: 'stays@example.com', nickname: 'Stays', customerId });
  for (let round = 0; round < 5; round++) await call();
});

it('asks for the present password to delete the own account', async () => {
  const refused = await remove();
  expect(refused.body.violations).toMatchObject([
    { propertyPath: 'currentPassword', code: 'password-required' },
  ]);
  expect((await remove('a wrong password')).body.violations).toMatchObject([
    { propertyPath: 'currentPassword', code: 'password-wrong' },
  ]);
});

it('leaves the calls of who is deleted in the statistics, and the name nowhere', async () => {
  const [byDay, byPeer] = [await summary('byday'), await summary('bypeerid')];
  expect((await remove(PASSWORD)).status).toBe(204);
  expect(await summary('byday')).toEqual(byDay);
  const after = await summary('bypeerid');
  expect(JSON.stringify(after)).toBe(
    JSON.stringify(byPeer).replace('"Gone"', `"${DELETED_PEER_NAMES.user}"`),
  );

  const history = await api.get('connections', manager);
  expect(history.body['hydra:totalItems']).toBe(10);
  expect(history.text).not.toContain('"Gone"');
  expect(history.body['hydra:member'].filter(({ owner }) => owner === null)).toHaveLength(5);
  const own = await api.get('connections', stays.token);
  expect(own.body['hydra:member'].map(({ name }) => name)).toEqual(Array(5).fill(DELETED_PEER_NAMES.user));
});

it('does not let a customer be deleted whose calls are all of deleted people', async () => {
  const admin = await api.makeAdmin('admin@example.com');
  for (const id of [stays.id]) expect((await api.delete(`users/${id}`, admin.token)).status).toBe(204);
  expect((await summary('byday')).length).toBeGreaterThan(0);
  expect((await api.delete(`customers/${customerId}`, admin.token)).status).toBe(409);
});

it.each([
  ['a group', (owner: string) => api.post('groups', { name: 'Late', owner }, manager)],
  ['a pair', (owner: string) => api.post('pairs', { mail: 'stays@example.com', owner }, manager)],
])('makes %s for no owner who is being deleted', async (_, make) => {
  const { id } = await api.makeUser({ mail: `${crypto.randomUUID()}@example.com`, customerId });
  const making = await api.db.transaction().execute(async (trx) => {
    await trx.deleteFrom('users').where('id', '=', id).execute();
    const made = make(iri('users', id));
    await eventually(async () => expect(await blockedBy(trx)).toBe(1));
    return { made };
  });
  const { status, body } = await making.made;
  expect([status, body.violations]).toMatchObject([
    422,
    [{ propertyPath: 'owner', code: 'reference-unknown' }],
  ]);
});

it('refuses what someone makes for themselves while they are being deleted', async () => {
  const late = await api.makeUser({ mail: 'late@example.com', customerId });
  const making = await api.db.transaction().execute(async (trx) => {
    await trx.deleteFrom('users').where('id', '=', late.id).execute();
    const made = api.post('groups', { name: 'Late' }, late.token);
    await eventually(async () => expect(await blockedBy(trx)).toBe(1));
    return { made };
  });
  expect((await making.made).status).toBe(409);
});
