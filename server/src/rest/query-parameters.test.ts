import { beforeAll, describe, expect, it } from 'vitest';
import type { CustomerId, UserId } from '#protocol/ids.ts';
import { iri } from '#protocol/rest/field.ts';
import type { TestAccount } from './testing/open-test-api.ts';
import { setUpTestApi } from './testing/test-api.ts';

/** Parameters of section 7 on operations that are no ordinary lists: each does what it says. */
const api = setUpTestApi();
let home: CustomerId;
let away: CustomerId;
let alice: TestAccount<UserId>;
let manager: TestAccount<UserId>;

beforeAll(async () => {
  home = await api.makeCustomer('home');
  away = await api.makeCustomer('away');
  alice = await api.makeUser({ mail: 'alice@example.com', customerId: home });
  manager = await api.makeUser({ mail: 'boss@example.com', customerId: home, manages: [home, away] });
});

const namesOf = async (path: string, token = alice.token): Promise<unknown[]> => {
  const { status, body, text } = await api.get(path, token);
  expect(status, text).toBe(200);
  return body['hydra:member'].map((each) => each.name);
};

describe.each(['services/current', 'users/{id}/services'])('%s', (template) => {
  const path = () => template.replace('{id}', alice.id);

  it('is sorted by name, 1-to-1 chat first, or the other way round', async () => {
    const both = ['service_video_chat', 'service_group_chat'];
    expect(await namesOf(path())).toEqual(both);
    expect(await namesOf(`${path()}?order[name]=asc`)).toEqual(both);
    expect(await namesOf(`${path()}?order[name]=desc`)).toEqual(both.toReversed());
  });

  it('is paged', async () => {
    expect(await namesOf(`${path()}?pageSize=1`)).toEqual(['service_video_chat']);
    expect(await namesOf(`${path()}?pageSize=1&page=2`)).toEqual(['service_group_chat']);
    expect(await namesOf(`${path()}?pageSize=1&page=3`)).toEqual([]);
    const { body } = await api.get(`${path()}?pageSize=1`, alice.token);
    expect(body['hydra:totalItems']).toBe(2);
    expect(body['hydra:view']['hydra:last']).toMatch(/page=2$/);
  });
});

it('users/{id}/services lists nothing of another owner or customer', async () => {
  const path = `users/${alice.id}/services`;
  expect(await namesOf(`${path}?customer=${iri('customers', home)}&owner=${alice.id}`)).toHaveLength(2);
  expect(await namesOf(`${path}?customer=${away}`)).toEqual([]);
  expect(await namesOf(`${path}?owner.customer=${away}`)).toEqual([]);
  expect(await namesOf(`${path}?owner=${iri('users', manager.id)}`)).toEqual([]);
});

it('users/current is found under a customer that the user belongs to or manages', async () => {
  const status = async (customer: CustomerId, token: string) =>
    (await api.get(`users/current?customer=${iri('customers', customer)}`, token)).status;
  expect(await status(home, alice.token)).toBe(200);
  expect(await status(away, alice.token)).toBe(404);
  expect(await status(away, manager.token)).toBe(200);
});

it('users/by_email finds within the customer that is named', async () => {
  const find = (customer: CustomerId) =>
    api.get(`users/by_email?email=alice@example.com&customer=${customer}`, manager.token);
  expect((await find(home)).body.id).toBe(alice.id);
  const elsewhere = await find(away);
  expect(elsewhere.status).toBe(404);
  const nobody = await api.get(`users/by_email?email=nobody@example.com&customer=${away}`, manager.token);
  expect(elsewhere.body).toEqual(nobody.body);
});

it('what happened to a user is in the audit trail that the managers of the customer read', async () => {
  const joiner = await api.makeUser({ mail: 'joiner@example.com', customerId: home, verified: false });
  await api.auth.accounts.sendVerificationLink({ mail: 'joiner@example.com' });
  const { searchParams } = new URL(api.mails.at(-1)?.content.link ?? '');
  await api.post('users/verify', Object.fromEntries(searchParams));
  const pairId = await api.makePair(joiner.id, alice.id, 'INVITED');
  await api.post(`pairs/${pairId}/approval`, '', alice.token);
  const { body } = await api.get('logs?action[]=verify&action[]=approve', manager.token);
  expect(body['hydra:member'].map(({ action, resourceId }) => [action, resourceId])).toEqual([
    ['approve', pairId],
    ['verify', joiner.id],
  ]);
});
