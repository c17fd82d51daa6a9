import { beforeAll, expect, it } from 'vitest';
import type { CustomerId, PairId, UserId } from '#protocol/ids.ts';
import { iri } from '#protocol/rest/field.ts';
import type { TestAccount } from './testing/open-test-api.ts';
import { setUpTestApi } from './testing/test-api.ts';

/** What a manager reads of someone of another customer whom the own people know (specification O11). */
const api = setUpTestApi();
let home: CustomerId;
let away: CustomerId;
let own: TestAccount<UserId>;
let other: TestAccount<UserId>;
let manager: string;
let pairId: PairId;

beforeAll(async () => {
  home = await api.makeCustomer('home');
  away = await api.makeCustomer('away');
  own = await api.makeUser({ mail: 'own@example.com', nickname: 'Own', customerId: home });
  other = await api.makeUser({ mail: 'other@example.com', nickname: 'Other', customerId: away });
  ({ token: manager } = await api.makeUser({ mail: 'boss@example.com', customerId: home, manages: [home] }));
  pairId = await api.makePair(own.id, other.id);
  const at = new Date(Date.now() - 60_000);
  for (const [side, peer, customer_id, peer_name] of [
    [own, other, home, 'Other'],
    [other, own, away, 'Own'],
  ] as const) {
    await api.db
      .insertInto('connections')
      .values({
        kind: 'direct',
        call_id: pairId,
        customer_id,
        user_id: side.id,
        device_id: null,
        peer_id: peer.id,
        peer_name,
        started_at: at,
        ended_at: at,
        duration_s: 0,
        end_reason: 'hung-up',
        bytes: null,
        relayed: null,
      })
      .execute();
  }
});

const members = async (path: string) => (await api.get(path, manager)).body['hydra:member'];

it('reads the name that the own people read, in pairs, history and statistics alike', async () => {
  expect((await api.get(`pairs/${pairId}`, manager)).body).toMatchObject({
    nickname: 'Other',
    customer: iri('customers', home),
  });
  expect(await members('connections')).toMatchObject([{ ownerName: 'Own', name: 'Other' }]);
  expect(await members('connection_summaries/bypeerid')).toMatchObject([{ name: 'Other', count: 1 }]);
});

it('opens nothing by the id, and finds nothing of the other customer by it', async () => {
  expect((await api.get(`users/${other.id}`, manager)).status).toBe(404);
  expect((await api.patch(`users/${other.id}`, { nickname: 'X' }, manager)).status).toBe(404);
  expect(await members(`users?id[]=${other.id}`)).toEqual([]);
  expect(await members(`logs?resourceId=${other.id}`)).toEqual([]);
  expect(await members(`connections?owner=${other.id}`)).toEqual([]);
  expect(await members(`connections?callId=${pairId}`)).toMatchObject([{ ownerName: 'Own' }]);
  expect(await members(`connections?peerId=${own.id}`)).toEqual([]);
  expect(await members('users?search=Other')).toEqual([]);
});

it('never reads what the other customer is called, or its id', async () => {
  for (const path of ['pairs', 'connections', 'connection_summaries/bypeerid', 'attention', 'today']) {
    const { status, text } = await api.get(path, manager);
    expect(status, path).toBe(200);
    expect(text, path).not.toContain(away);
    expect(text, path).not.toContain('"away"');
  }
});

it('reads and deletes, but does not change, what others have invited the own people to, and not what they call them', async () => {
  const asked = await api.makePair(other.id, own.id);
  await api.db.updateTable('pairs').set({ name: 'Secret nick' }).where('id', '=', asked).execute();
  const { body } = await api.get(`pairs/${asked}`, manager);
  expect(body).toMatchObject({
    ...{ ownerName: 'Other', ownerMail: null, customer: null },
    ...{ label: 'own@example.com\n(Own)', name: '', peer: iri('users', own.id) },
  });
  const found = async (query: string) =>
    (await members(`pairs?${query}`)).map(({ id }: { readonly id: string }) => id);
  expect(await found(`party=${iri('users', own.id)}`)).toContain(asked);
  expect(await found('search=Other')).toContain(asked);
  expect(await found('search=own@')).toContain(asked);
  expect(await found('search=Secret')).toEqual([]);
  expect((await api.patch(`pairs/${asked}`, { name: 'X' }, manager)).status).toBe(403);
  expect((await api.post(`pairs/${asked}/invitation`, {}, manager)).status).toBe(403);
  const foreign = (await api.makeUser({ mail: 'foe@example.com', customerId: away, manages: [away] })).token;
  expect((await api.get(`pairs/${asked}`, foreign)).body).toMatchObject({ name: 'Secret nick' });
  const third = await api.makeCustomer('third');
  const stranger = (await api.makeUser({ mail: 'x@example.com', customerId: third, manages: [third] })).token;
  expect((await api.get(`pairs/${asked}`, stranger)).status).toBe(404);
  expect((await api.request('DELETE', `pairs/${asked}`, { token: manager })).status).toBe(204);
});

it('is not told a mail address that is not shown by what a search finds', async () => {
  const nameless = await api.makeUser({ mail: 'dave.k@away.example', customerId: away });
  const asked = await api.makePair(nameless.id, own.id);
  expect((await api.get(`pairs/${asked}`, manager)).body).toMatchObject({ ownerName: 'dave.k' });
  const counts = async (token: string, text: string) =>
    await Promise.all(
      ['pairs?', 'customers?', 'groups?', 'connections?'].map(
        async (list) =>
          (await api.get(`${list}search=${encodeURIComponent(text)}`, token)).body['hydra:totalItems'],
      ),
    );
  expect(await counts(manager, 'dave.k')).toEqual([1, 0, 0, 0]);
  expect((await api.get('search?q=dave.k', manager)).text).toContain(asked);
  const [own1, away1] = ['own-desk@example.com', 'away-desk@example.com'];
  for (const [id, mail] of [
    [home, own1],
    [away, away1],
  ] as const) {
    await api.db.updateTable('customers').set({ mail }).where('id', '=', id).execute();
  }
  for (const hidden of ['dave.k@', 'k@away.ex', away1]) {
    expect(await counts(manager, hidden), hidden).toEqual([0, 0, 0, 0]);
  }
  expect(await counts(manager, own1)).toEqual([0, 1, 0, 0]);
  expect(await counts(own.token, own1)).toEqual([0, 0, 0, 0]);
  expect((await api.get(`pairs?customer=${away}`, own.token)).body['hydra:totalItems']).toBe(0);
  // Whom it invites reads the address.
  expect(await counts(own.token, 'dave.k@away.example')).toEqual([1, 0, 0, 0]);
  await api.delete(`pairs/${asked}`, own.token);
});

it('finds no group of another customer by that customer, which its members do not read', async () => {
  const groupId = await api.makeGroup(own.id, 'Across', [pairId]);
  const find = async (query: string, token: string) =>
    (await api.get(query, token)).body['hydra:member'].map(({ id }: { readonly id: string }) => id);
  const names = [home, iri('customers', home)].flatMap((value) => [
    `customer=${value}`,
    `customer[]=${value}`,
    `owner.customer=${value}`,
    `customer[]=${value}&customer[]=${away}`,
  ]);
  // A member, and a manager who is one: neither reads whose the group is.
  const foreignManager = await api.makeUser({
    mail: 'foreign-member@example.com',
    customerId: away,
    manages: [away],
  });
  const joined = await api.makePair(own.id, foreignManager.id);
  await api.db.insertInto('group_members').values({ group_id: groupId, pair_id: joined }).execute();
  for (const { id, token } of [other, foreignManager]) {
    expect((await api.get(`groups/${groupId}`, token)).body).toMatchObject({ customer: null });
    expect(await find('groups', token)).toEqual([groupId]);
    for (const query of names) {
      expect(await find(`groups?${query}`, token), query).toEqual([]);
      expect(await find(`groups/${id}/availables?${query}`, token), query).toEqual([]);
    }
  }
  for (const token of [own.token, manager])
    for (const query of names) expect(await find(`groups?${query}`, token), query).toContain(groupId);
});

it('is told nothing by the order of names that others give', async () => {
  const make = async (mail: string) => {
    const { id } = await api.makeUser({ mail, customerId: home });
    return await api.makePair(other.id, id);
  };
  const [first, second] = [await make('ordered1@example.com'), await make('ordered2@example.com')];
  const name = (id: PairId, text: string) =>
    api.db.updateTable('pairs').set({ name: text }).where('id', '=', id).execute();
  const order = async () =>
    (await members('pairs?order[name]=asc')).map(({ id }: { readonly id: string }) => id);
  await name(first, 'aaa');
  await name(second, 'zzz');
  const before = await order();
  expect(before).toEqual(expect.arrayContaining([first, second]));
  await name(first, 'zzz');
  await name(second, 'aaa');
  expect(await order()).toEqual(before);
});

it('follows whoever moves to another customer', async () => {
  const [hana, ken] = await Promise.all(
    [home, away].map((customerId, at) => api.makeUser({ mail: `mover${at}@example.com`, customerId })),
  );
  if (!hana || !ken) throw new Error('nobody was made');
  const pair = await api.makePair(ken.id, hana.id);
  const next = await api.makeCustomer('next');
  const { token } = await api.makeUser({ mail: 'next@example.com', customerId: next, manages: [next] });
  const move = async (id: UserId, customerId: CustomerId) => {
    await api.db.updateTable('users').set({ customer_id: customerId }).where('id', '=', id).execute();
    return [(await api.get(`pairs/${pair}`, manager)).status, (await api.get(`pairs/${pair}`, token)).status];
  };
  expect(await move(hana.id, home)).toEqual([200, 404]);
  // The invited user, the owner, and both back.
  expect(await move(hana.id, next)).toEqual([404, 200]);
  expect(await move(ken.id, next)).toEqual([404, 200]);
  expect(await move(hana.id, home)).toEqual([200, 200]);
  expect(await move(ken.id, home)).toEqual([200, 404]);
  expect(await move(ken.id, away)).toEqual([200, 404]);
});
