import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CustomerId, DeviceId, UserId } from '#protocol/ids.ts';
import { inNameOrder } from '#server/db/name-order.ts';
import type { TestAccount, TestDevice } from './testing/open-test-api.ts';
import { setUpTestApi } from './testing/test-api.ts';

/** What the console narrows and sorts its lists by, beside what other clients do. */
const api = setUpTestApi();
let home: CustomerId;
let away: CustomerId;
let alice: TestAccount<UserId>;
let bob: TestAccount<UserId>;
let stranger: TestAccount<UserId>;
let kiosks: readonly TestDevice[];
let manager: TestAccount<UserId>;
let admin: string;

beforeAll(async () => {
  home = await api.makeCustomer('home');
  away = await api.makeCustomer('away');
  alice = await api.makeUser({ mail: 'alice@example.com', nickname: 'Zoe', customerId: home });
  bob = await api.makeUser({ mail: 'bob@example.com', nickname: 'Bob', customerId: home });
  stranger = await api.makeUser({ mail: 'stranger@example.com', nickname: 'Stranger', customerId: away });
  kiosks = await Promise.all([1, 2, 3].map((number) => api.makeDevice({ number, customerId: home })));
  manager = await api.makeUser({ mail: 'boss@example.com', customerId: home, manages: [home] });
  ({ token: admin } = await api.makeAdmin('admin@example.com'));
});

async function list(path: string, field: string, token = manager.token): Promise<unknown[]> {
  const { status, body, text } = await api.get(path, token);
  expect(status, `${path}: ${text}`).toBe(200);
  expect(body['hydra:totalItems'], path).toBe(body['hydra:member'].length);
  return body['hydra:member'].map((each) => each[field]);
}

it('names are sorted as people sort them: in any case, and kana and kanji after all other letters', async () => {
  const customerId = await api.makeCustomer('sorted');
  const names = ['apple', 'Banana', 'Élan', 'zebra', 'あおい', 'カメラ', 'さくら', '亜美', '木村'];
  for (const [number, nickname] of names.toReversed().entries()) {
    await api.makeUser({ mail: `sorted${number}@example.com`, nickname, customerId });
  }
  const sorted = (direction: string) =>
    list(`users?customer=${customerId}&order[nickname]=${direction}`, 'nickname', admin);
  expect(await sorted('asc')).toEqual(names);
  expect(await sorted('desc')).toEqual(names.toReversed());
});

it('an index has the order of names', async () => {
  const plan = await api.db.transaction().execute(async (trx) => {
    // So few rows are sorted sooner.
    await sql`set local enable_sort = off`.execute(trx);
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain
      select id from users order by ${inNameOrder(sql.ref('users.nickname'))}, users.id limit 30`.execute(
      trx,
    );
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
  expect(plan).toContain('users_nickname_in_order');
});

describe('devices', () => {
  const [first, second, third] = ['TEST00001', 'TEST00002', 'TEST00003'];

  it('are narrowed by whether they are online, on any server', async () => {
    api.presence.set(`device:${kiosks[1]?.id ?? ''}` as `device:${string}`, 'busy');
    const printed = (query: string, token = manager.token) =>
      list(`devices?order[serialPrinted]=asc&${query}`, 'serialPrinted', token);
    expect(await printed('online=true')).toEqual([second]);
    expect(await printed('online=false')).toEqual([first, third]);
    expect(await printed('online[]=true&online[]=false')).toEqual([first, second, third]);
    expect(await printed('online=false', admin)).toEqual([first, third]);
    expect(await list('devices?order[serialPrinted]=asc', 'online')).toEqual([false, true, false]);
    api.presence.clear();
    expect(await printed('online=true')).toEqual([]);
    expect((await api.get('devices?online=yes', admin)).status).toBe(400);
  });

  it('are sorted by when they were last seen, those never seen first or last', async () => {
    const see = (id: DeviceId | undefined, at: string) =>
      api.db
        .updateTable('devices')
        .set({ last_seen_at: new Date(at) })
        .where('id', '=', id ?? ('' as DeviceId))
        .execute();
    await see(kiosks[0]?.id, '2026-11-02T00:00:00Z');
    await see(kiosks[2]?.id, '2026-11-01T00:00:00Z');
    const path = 'devices?order[lastSeen]';
    expect(await list(`${path}=desc`, 'serialPrinted')).toEqual([first, third, second]);
    expect(await list(`${path}=asc`, 'lastSeen')).toEqual([
      null,
      '2026-11-01T00:00:00.000Z',
      '2026-11-02T00:00:00.000Z',
    ]);
  });
});

describe('groups', () => {
  it('are narrowed by whether they are to begin, can be called, or have ended', async () => {
    const hour = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    const make = (name: string, start: string | null, end: string | null) =>
      api.post('groups', { name, start, end }, alice.token);
    await make('always', null, null);
    await make('until', null, hour(1));
    await make('next', hour(1), hour(2));
    await make('some day', hour(1), null);
    const past = await make('past', hour(-2), hour(1));
    expect((await api.patch(past.body['@id'], { end: hour(-1) }, alice.token)).status).toBe(200);
    const named = (state: string) => list(`groups?order[name]=asc&state=${state}`, 'name');
    expect(await named('before')).toEqual(['next', 'some day']);
    expect(await named('now')).toEqual(['always', 'until']);
    expect(await named('after')).toEqual(['past']);
    expect(await list('groups?state[]=before&state[]=after&order[name]=asc', 'name')).toHaveLength(3);
    expect((await api.get('groups?state=never', manager.token)).status).toBe(400);
  });

  it('are sorted by the name of their owner', async () => {
    await api.makeGroup(bob.id, 'of Bob');
    await api.post('groups', { name: 'of a kiosk' }, kiosks[0]?.token);
    const owners = await list('groups?order[owner]=asc', 'ownerName');
    expect(owners.slice(0, 2)).toEqual(['Bob', 'TEST00001']);
    expect(owners.at(-1)).toBe('Zoe');
    expect(await list('groups?order[owner]=desc', 'ownerName')).toEqual(owners.toReversed());
  });
});

describe('pairs', () => {
  beforeAll(async () => {
    await api.makePair(alice.id, bob.id);
    await api.makePair(alice.id, { device: kiosks[2]?.id ?? ('' as DeviceId) });
    await api.makePair(alice.id, { device: kiosks[0]?.id ?? ('' as DeviceId) }, 'INVITED');
    await api.makePair(stranger.id, alice.id);
    expect((await api.post('pairs', { serialLong: 'NONE00007' }, alice.token)).status).toBe(201);
  });
  const plain = (shown: readonly unknown[]) => shown.map((label) => String(label).split('\n')[0]);

  it('are sorted by what the reader sees of the other side', async () => {
    const ofAdmin = plain(await list('pairs?order[label]=asc', 'label', admin));
    expect(ofAdmin).toEqual(['NONE00007', 'TEST00001', 'TEST00003', 'alice@example.com', 'bob@example.com']);
    // Alice is the other side of one: what she reads of it is its owner.
    const ofAlice = plain(await list('pairs?order[label]=asc', 'label', alice.token));
    expect(ofAlice).toEqual([
      'NONE00007',
      'TEST00001',
      'TEST00003',
      'bob@example.com',
      'stranger@example.com',
    ]);
    expect(plain(await list('pairs?order[label]=desc', 'label', alice.token))).toEqual(ofAlice.toReversed());
  });

  it('are sorted by the address that the other side has now', async () => {
    const change = (mail: string) =>
      api.db.updateTable('users').set({ mail }).where('id', '=', bob.id).execute();
    const first = async () => plain(await list('pairs?order[label]=asc', 'label', admin))[0];
    await change('A@example.com');
    expect(await first()).toBe('A@example.com');
    await change('bob@example.com');
    expect(await first()).toBe('NONE00007');
  });

  it('are narrowed by when they were made', async () => {
    const count = async (query: string) => (await list(`pairs?${query}`, 'id', admin)).length;
    const at = String((await list(`pairs?owner=${stranger.id}`, 'created', admin))[0]);
    expect(await count(`created[after]=${at}&created[before]=${at}`)).toBe(1);
    expect(await count(`owner=${stranger.id}&created[strictly_after]=${at}`)).toBe(0);
    expect(await count('created[before]=2020-01-01')).toBe(0);
  });
});

describe('connections', () => {
  const call = crypto.randomUUID();
  const at = new Date();
  beforeAll(async () => {
    const row = { kind: 'direct', started_at: at, ended_at: at, duration_s: 0 } as const;
    const make = (values: {
      readonly user_id: UserId;
      readonly peer_id: string;
      readonly peer_name: string;
      readonly end_reason: string;
      readonly customer_id?: CustomerId;
      readonly relayed?: boolean;
      readonly call_id?: string;
    }) =>
      api.db
        .insertInto('connections')
        .values({ ...row, customer_id: home, call_id: crypto.randomUUID(), ...values })
        .execute();
    await make({
      user_id: alice.id,
      peer_id: bob.id,
      peer_name: 'Bob',
      end_reason: 'hung-up',
      relayed: true,
      call_id: call,
    });
    await make({
      user_id: bob.id,
      peer_id: alice.id,
      peer_name: 'Zoe',
      end_reason: 'hung-up',
      relayed: false,
      call_id: call,
    });
    await make({ user_id: alice.id, peer_id: stranger.id, peer_name: 'Stranger', end_reason: 'failed' });
    await make({
      user_id: stranger.id,
      customer_id: away,
      peer_id: alice.id,
      peer_name: 'Zoe',
      end_reason: 'failed',
    });
  });
  const found = async (query: string, token = manager.token) =>
    (await list(`connections?${query}`, 'name', token)).sort();

  it.each([
    ['endReason=failed', ['Stranger']],
    ['endReason[]=failed&endReason[]=hung-up', ['Bob', 'Stranger', 'Zoe']],
    ['endReason=busy', []],
    ['relayed=true', ['Bob']],
    ['relayed=false', ['Zoe']],
    ['relayed[]=true&relayed[]=false', ['Bob', 'Zoe']],
  ] as const)('are narrowed by %s', async (query, expected) => {
    expect(await found(query)).toEqual(expected);
  });

  it('are narrowed to a call and to who the other side was', async () => {
    expect(await found(`callId=${call}`)).toEqual(['Bob', 'Zoe']);
    expect(await found(`peerId=/api/v1/users/${bob.id}`)).toEqual(['Bob']);
    expect(await found(`peerId[]=${bob.id}&peerId[]=${alice.id}`)).toEqual(['Bob', 'Zoe']);
    expect(await found(`callId=${crypto.randomUUID()}`)).toEqual([]);
    for (const query of ['callId=x', 'peerId=x', 'relayed=maybe', 'endReason=']) {
      expect((await api.get(`connections?${query}`, manager.token)).status, query).toBe(400);
    }
  });

  it('are found by either side, as far as the reader may read it', async () => {
    expect(await found('search=zoe')).toEqual(['Bob', 'Stranger', 'Zoe']);
    expect(await found('search=bob@')).toEqual(['Bob', 'Zoe']);
    // The manager reads the name in the row, and does not learn whose address it is.
    expect(await found('search=stranger@')).toEqual([]);
    expect(await found('search=stranger@', admin)).toEqual(['Stranger', 'Zoe']);
    expect(await found('search=nobody', admin)).toEqual([]);
  });

  it('of oneself are found by whom they were with', async () => {
    expect(await found('search=bob', alice.token)).toEqual(['Bob']);
    expect(await found('search=zoe', alice.token)).toEqual([]);
  });
});

describe('logs', () => {
  beforeAll(async () => {
    const insert = (values: object) =>
      api.db
        .insertInto('logs')
        .values({
          actor_kind: 'system',
          action: 'looked-for',
          resource: 'users',
          customer_id: home,
          ...values,
        })
        .execute();
    await insert({ actor_kind: 'user', actor_id: bob.id, address: '192.0.2.77' });
    await insert({ actor_kind: 'system', resource_id: alice.id, address: '2001:db8::1' });
    await insert({ actor_kind: 'nobody', details: JSON.stringify({ account: 'Mallory@Example.com' }) });
    await insert({ actor_kind: 'user', actor_id: stranger.id, address: '198.51.100.7' });
  });
  const found = async (search: string, token = manager.token) => {
    const path = `logs?action=looked-for&order[datetime]=asc&search=${encodeURIComponent(search)}`;
    return (await list(path, 'actorName', token)).length;
  };

  it.each([
    ['who did it', 'bob', 1],
    ['whom it was done to', 'zoe', 1],
    ['the account that was tried', 'mallory@', 1],
    ['from where', '192.0.2.', 1],
    ['from where, in IPv6', '2001:DB8', 1],
    ['nothing that is there', 'nowhere', 0],
    ['what stands for itself alone', '%', 0],
  ])('are found by %s', async (_what, search, count) => {
    expect(await found(search)).toBe(count);
  });

  it('are not found by people that the reader may not read', async () => {
    expect(await found('stranger@')).toBe(0);
    expect(await found('stranger@', admin)).toBe(1);
    expect(await found('198.51')).toBe(0);
    expect(await found('198.51', admin)).toBe(1);
  });

  it('tell what was before and after, and nothing of a password', async () => {
    const { token } = await api.makeUser({ mail: 'second@example.com', customerId: home, manages: [home] });
    const body = { nickname: 'After', plainPassword: 'a new password' };
    expect((await api.patch(`users/${bob.id}`, { nickname: 'Before' }, token)).status).toBe(200);
    expect((await api.patch(`users/${bob.id}`, body, admin)).status).toBe(200);
    const { body: answer, text } = await api.get(`logs?resourceId=${bob.id}&action=update`, manager.token);
    expect(answer['hydra:member'][0]?.changes).toEqual([
      { field: 'nickname', before: 'Before', after: 'After' },
    ]);
    expect(text).not.toContain('a new password');
  });
});
