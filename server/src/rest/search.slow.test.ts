import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CustomerId, DeviceId, UserId } from '#protocol/ids.ts';
import { searchIndexes } from '#server/db/search-index.ts';
import { containsByIndex } from './row-source.ts';
import { firstOf, type TestAccount } from './testing/open-test-api.ts';
import { setUpTestApi } from './testing/test-api.ts';

const api = setUpTestApi();
let customerId: CustomerId;
let alice: TestAccount<UserId>;
let bob: TestAccount<UserId>;
let manager: string;
let admin: string;
let kiosk: { readonly id: DeviceId; readonly printed: string };

beforeAll(async () => {
  customerId = await api.makeCustomer('searched');
  alice = await api.makeUser({ mail: 'alice@example.com', nickname: '田中 愛', customerId });
  bob = await api.makeUser({
    mail: 'bob@example.com',
    nickname: "Bob 100% O'Neil \\ & <-> !x:*",
    customerId,
  });
  ({ token: manager } = await api.makeUser({ mail: 'boss@x.example', customerId, manages: [customerId] }));
  ({ token: admin } = await api.makeAdmin('admin@example.com'));
  kiosk = await api.makeDevice({ number: 7, customerId });
});

const found = async (path: string, text: string, token: string, field: string): Promise<unknown[]> => {
  const { status, body } = await api.get(`${path}?search=${encodeURIComponent(text)}`, token);
  expect(status).toBe(200);
  expect(body['hydra:totalItems']).toBe(body['hydra:member'].length);
  return body['hydra:member'].map((each: Record<string, unknown>) => each[field]).sort();
};

describe('searching', () => {
  it.each([
    ['田中', ['alice@example.com']],
    ['愛', ['alice@example.com']],
    ['ALICE', ['alice@example.com']],
    ['lice@ex', ['alice@example.com']],
    ['b', ['bob@example.com', 'boss@x.example']],
    ['100%', ['bob@example.com']],
    ['%', ['bob@example.com']],
    ['_', []],
    // What would mean something to PostgreSQL is looked for as it stands.
    ["o'n", ['bob@example.com']],
    ["'", ['bob@example.com']],
    ['\\ &', ['bob@example.com']],
    ['\\', ['bob@example.com']],
    ['<->', ['bob@example.com']],
    ['!x:*', ['bob@example.com']],
    ['a | b', []],
    ['中田', []],
    ['elice', []],
    // Where the mail address ends and the name begins is no text of either.
    ['com bob', []],
    ['com 田', []],
  ])('users for %s finds those with it in their mail address or name', async (text, mails) => {
    expect(await found('users', text, manager, 'email')).toEqual(mails);
  });

  it('pairs finds them by name, by the other side, and by what it is called now', async () => {
    await api.makePair(alice.id, bob.id);
    await api.makePair(alice.id, { device: kiosk.id });
    for (const token of [alice.token, manager, admin]) {
      expect(await found('pairs', 'bob@', token, 'mail')).toEqual(['bob@example.com']);
      expect(await found('pairs', kiosk.printed, token, 'serialPrinted')).toEqual([kiosk.printed]);
    }
    await api.patch(`users/${bob.id}`, { nickname: 'Robert' }, bob.token);
    await api.patch(`devices/${kiosk.id}`, { name: 'Reception' }, manager);
    expect(await found('pairs', 'robert', manager, 'mail')).toEqual(['bob@example.com']);
    expect(await found('pairs', '100%', manager, 'mail')).toEqual([]);
    expect(await found('pairs', 'ecept', alice.token, 'serialPrinted')).toEqual([kiosk.printed]);
  });

  it('pairs never finds one by what someone else calls it', async () => {
    const pair = firstOf(await api.get('pairs?search=bob@', alice.token));
    await api.patch(pair['@id'], { name: 'Private joke' }, alice.token);
    expect(await found('pairs', 'joke', alice.token, 'name')).toEqual(['Private joke']);
    expect(await found('pairs', 'joke', bob.token, 'name')).toEqual([]);
    // Bob knows it by who invited him.
    expect(await found('pairs', '田中', bob.token, 'mail')).toEqual(['alice@example.com']);
  });
});

it('the totals that are kept are those of the tables, no matter who deletes what', async () => {
  const { id } = await api.makeUser({ mail: 'gone@example.com', customerId });
  const pair = await api.makePair(id, bob.id);
  await api.makeGroup(id, 'Gone', [pair]);
  const totals = async () => {
    const kept = await sql<{ table_name: string; total: number }>`
      select table_name, sum(total)::bigint as total from row_totals group by 1 order by 1`.execute(api.db);
    const counted = await sql<{ table_name: string; total: number }>`
      select 'devices' as table_name, count(*) as total from devices
      union all select 'groups', count(*) from groups
      union all select 'pairs', count(*) from pairs
      union all select 'users', count(*) from users`.execute(api.db);
    return [kept.rows, counted.rows] as const;
  };
  const [kept, counted] = await totals();
  expect(kept).toEqual(counted);
  // Pairs and groups go with their owner.
  expect((await api.delete(`users/${id}`, admin)).status).toBe(204);
  const [after, countedAfter] = await totals();
  expect(after).toEqual(countedAfter);
  expect(after).not.toEqual(kept);
  expect((await api.get('users?pageSize=1', admin)).body['hydra:totalItems']).toBe(
    after.find(({ table_name }) => table_name === 'users')?.total,
  );
});

describe('a common word', () => {
  const COMMON = 5_100;
  const page = async (number: number) =>
    (await api.get(`users?search=commonplace&page=${number}`, admin)).body;

  it('is found alike before and after it is known to be common', async () => {
    await sql`insert into users (mail, nickname, password_hash, state, customer_id)
      select 'commonplace' || n || '@example.net', '', '', 'VERIFIED', ${customerId}
      from generate_series(1, ${COMMON}::integer) n`.execute(api.db);
    const first = await page(2);
    expect([first['hydra:totalItems'], first['hydra:member'].length]).toEqual([COMMON, 30]);
    expect(await page(2)).toEqual(first);
  });

  it('is looked for in the order of the list, not by the index', () => {
    const search = containsByIndex([sql.ref('users.mail')], searchIndexes.users);
    const asked = (isCommon: boolean) =>
      api.db
        .selectFrom('users')
        .select('id')
        .where(search('commonplace', null, isCommon))
        .compile().sql;
    expect(asked(false)).toContain('search_query');
    expect(asked(true)).not.toContain('search_query');
  });
});
