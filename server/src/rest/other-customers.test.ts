import { beforeAll, expect, it } from 'vitest';
import type { CustomerId, UserId } from '#protocol/ids.ts';
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
let pairId: string;

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
