import { beforeAll, describe, expect, it } from 'vitest';
import type { CustomerId, UserId } from '#protocol/ids.ts';
import { iri } from '#protocol/rest/field.ts';
import { insertRecording } from '#server/testing/rows.ts';
import { firstOf, type TestAccount, type TestDevice } from './testing/open-test-api.ts';
import { setUpTestApi } from './testing/test-api.ts';

/** What lists tell of what their rows refer to, and how several items are asked for at once. */
const api = setUpTestApi();
let home: CustomerId;
let away: CustomerId;
let alice: TestAccount<UserId>;
let stranger: TestAccount<UserId>;
let kiosk: TestDevice;
let manager: string;
let ofBoth: string;
let admin: TestAccount<string>;

beforeAll(async () => {
  home = await api.makeCustomer('Home');
  away = await api.makeCustomer('Away');
  alice = await api.makeUser({ mail: 'alice@example.com', nickname: 'Alice', customerId: home });
  stranger = await api.makeUser({ mail: 'stranger@example.com', customerId: away });
  kiosk = await api.makeDevice({ number: 1, customerId: home });
  ({ token: manager } = await api.makeUser({ mail: 'boss@example.com', customerId: home, manages: [home] }));
  ({ token: ofBoth } = await api.makeUser({
    mail: 'both@example.com',
    customerId: home,
    manages: [home, away],
  }));
  admin = await api.makeAdmin('admin@example.com');
});

const idsOf = async (path: string, token: string) => {
  const { status, body, text } = await api.get(path, token);
  expect(status, text).toBe(200);
  expect(body['hydra:totalItems']).toBe(body['hydra:member'].length);
  return body['hydra:member'].map(({ id }) => id).sort();
};

/** At home and away. */
const oneOfEach = {
  users: async () => [alice.id, stranger.id],
  devices: async () => [kiosk.id, (await api.makeDevice({ number: 50, customerId: away })).id],
  groups: async () => [await api.makeGroup(alice.id, 'One'), await api.makeGroup(stranger.id, 'Other')],
  customers: async () => [home, away],
};

describe('id[]', () => {
  it.each(['users', 'devices', 'groups', 'customers'] as const)(
    'of %s finds those and no others',
    async (path) => {
      const [mine, theirs] = await oneOfEach[path]();
      const both = `${path}?id[]=${mine}&id[]=/api/v1/${path}/${theirs}`;
      expect(await idsOf(both, admin.token)).toEqual([mine, theirs].sort());
      expect(await idsOf(`${path}?id=${mine}`, admin.token)).toEqual([mine]);
      expect(await idsOf(`${path}?id[0]=${crypto.randomUUID()}`, admin.token)).toEqual([]);
      // What one does not see is not found by its id either.
      expect(await idsOf(both, manager)).toEqual([mine]);
      expect((await api.get(`${path}?id[]=nonsense`, admin.token)).status).toBe(400);
    },
  );

  it('several customers at once narrow what is theirs', async () => {
    const users = await idsOf(`users?customer[]=${home}&customer[]=${away}&search=e@`, ofBoth);
    expect(users).toEqual([alice.id]);
    expect(await idsOf(`users?customer[]=${away}`, ofBoth)).toEqual([stranger.id]);
  });
});

describe('names', () => {
  const shown = async (path: string, token: string) => firstOf(await api.get(path, token));

  it('of the customer stand in users and devices', async () => {
    expect(await shown(`users?id=${alice.id}`, manager)).toMatchObject({ customerName: 'Home' });
    expect(await shown(`devices?id=${kiosk.id}`, admin.token)).toMatchObject({ customerName: 'Home' });
    expect((await api.get('users/current', alice.token)).body).toMatchObject({ customerName: 'Home' });
  });

  it('of owner and customer stand in pairs and groups, but not a customer that is not the reader’s', async () => {
    const pair = await api.makePair(alice.id, stranger.id);
    await api.makeGroup(alice.id, 'Together', [pair]);
    for (const path of ['pairs', 'groups']) {
      const known = { ownerName: 'Alice', customer: `/api/v1/customers/${home}`, customerName: 'Home' };
      expect(await shown(`${path}?owner=${alice.id}`, manager)).toMatchObject(known);
      expect(await shown(path, alice.token)).toMatchObject(known);
      const unknown = { ownerName: 'Alice', customer: null, customerName: null };
      expect(await shown(`${path}?owner=${alice.id}`, stranger.token)).toMatchObject(unknown);
    }
  });

  it('of owner and customer stand in connections and recordings, as long as there is an owner', async () => {
    const leaver = await api.makeUser({ mail: 'leaver@example.com', customerId: home });
    const at = new Date();
    await api.db
      .insertInto('connections')
      .values({
        kind: 'direct',
        call_id: crypto.randomUUID(),
        customer_id: home,
        user_id: leaver.id,
        peer_id: alice.id,
        started_at: at,
        ended_at: at,
        duration_s: 0,
        end_reason: 'hung-up',
      })
      .execute();
    await insertRecording(api.db, { customerId: home, userId: leaver.id }, { name: 'Talk' });
    const known = { ownerName: 'leaver@example.com', customerName: 'Home' };
    for (const path of ['connections', 'recordings']) {
      expect(await shown(path, manager)).toMatchObject(known);
    }
    expect((await api.delete(`users/${leaver.id}`, admin.token)).status).toBe(204);
    const left = { owner: null, ownerKind: 'user', ownerName: null, customerName: 'Home' };
    expect(await shown('connections', manager)).toMatchObject(left);
  });

  it('of who did it stand in the log, where the reader may read the account', async () => {
    const change = (token: string, name: string) => api.patch(`devices/${kiosk.id}`, { name }, token);
    const newest = (token: string) => shown(`logs?resourceId=${kiosk.id}`, token);
    expect((await change(ofBoth, 'One')).status).toBe(200);
    expect(await newest(manager)).toMatchObject({ actorName: 'both@example.com', customerName: 'Home' });
    await change(kiosk.token, 'One');
    expect((await api.patch(`devices/${kiosk.id}`, { answersByItself: true }, kiosk.token)).status).toBe(200);
    expect(await newest(manager)).toMatchObject({ actorKind: 'device', actorName: 'One' });

    await change(admin.token, 'Two');
    expect(await newest(admin.token)).toMatchObject({ actorName: 'admin@example.com' });
    expect(await newest(manager)).toMatchObject({ actorKind: 'admin', actorName: null, address: null });
    const elsewhere = await api.makeUser({ mail: 'else@example.com', customerId: away, manages: [home] });
    await change(elsewhere.token, 'Three');
    const unknown = { actorKind: 'manager', actor: null, actorName: null, address: null };
    expect(await newest(manager)).toMatchObject(unknown);
    expect(await newest(elsewhere.token)).toMatchObject({
      actor: iri('users', elsewhere.id),
      actorName: 'else@example.com',
      address: '127.0.0.1',
    });
    expect(await newest(ofBoth)).toMatchObject({ actorName: 'else@example.com' });
  });
});
