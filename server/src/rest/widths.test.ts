import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CustomerId, UserId } from '#protocol/ids.ts';
import { makeSerial } from '#protocol/serial.ts';
import { insertRecording } from '#server/testing/rows.ts';
import { PASSWORD, type TestAccount } from './testing/open-test-api.ts';
import { setUpTestApi } from './testing/test-api.ts';

/** Letters of full and half width, and composed and decomposed ones, are the same to whoever looks for them. */
const api = setUpTestApi();
let home: CustomerId;
let alice: TestAccount<UserId>;
let manager: string;
let admin: string;

/** As a Japanese keyboard gives it. */
const wide = (text: string): string =>
  text
    .replace(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0))
    .replaceAll(' ', '\u3000');

/** Each pair is one name in two forms. */
const FORMS = [
  ['カメラ', 'ｶﾒﾗ'],
  ['ガイド', 'ｶﾞｲﾄﾞ'],
  ['プリンタ', 'プリンタ'.normalize('NFD')],
  ['Café', 'Cafe\u0301'],
  ['room abc', 'ＲＯＯＭ　ＡＢＣ'],
  ['100%_', '１００％＿'],
] as const;

beforeAll(async () => {
  home = await api.makeCustomer('ｽﾀｼﾞｵ');
  alice = await api.makeUser({ mail: 'alice@example.com', nickname: 'ｱﾘｽ', customerId: home });
  ({ token: manager } = await api.makeUser({ mail: 'boss@example.com', customerId: home, manages: [home] }));
  ({ token: admin } = await api.makeAdmin('admin@example.com'));
});

const namesOf = async (path: string, text: string, token: string): Promise<string[]> => {
  const { status, body } = await api.get(`${path}?pageSize=100&search=${encodeURIComponent(text)}`, token);
  expect(status).toBe(200);
  return body['hydra:member'].map(({ name, nickname }) => String(nickname ?? name));
};

describe.each(FORMS)('%j and %j', (one, other) => {
  it.each([
    [one, other],
    [other, one],
  ])('a group called %j is found by %j, and keeps its name', async (name, sought) => {
    await api.makeGroup(alice.id, name);
    for (const token of [alice.token, manager, admin]) {
      expect(await namesOf('groups', sought, token)).toContain(name);
      expect(await namesOf('groups', name, token)).toContain(name);
    }
  });
});

it('every list with a search finds by it', async () => {
  const kiosk = await api.makeDevice({ number: 7, customerId: home });
  await api.patch(`devices/${kiosk.id}`, { name: 'ｶﾒﾗ 7' }, manager);
  await api.makePair(alice.id, { device: kiosk.id });
  await insertRecording(api.db, { customerId: home, userId: alice.id }, { name: 'ｶﾒﾗ 会議' });
  await api.post(
    'notifications',
    {
      title: { ja: 'ｶﾒﾗ点検', en: 'Camera' },
      customer: `/api/v1/customers/${home}`,
    },
    manager,
  );
  for (const path of ['devices', 'pairs', 'recordings', 'notifications', 'logs']) {
    const { body } = await api.get(`${path}?search=${encodeURIComponent('カメラ')}`, manager);
    expect(body['hydra:totalItems'], path).toBeGreaterThan(0);
  }
  expect(await namesOf('users', 'アリス', manager)).toEqual(['ｱﾘｽ']);
  expect(await namesOf('customers', 'スタジオ', admin)).toEqual(['ｽﾀｼﾞｵ']);
  const { body } = await api.get(`search?q=${encodeURIComponent('カメラ')}`, manager);
  expect(body.devices).toHaveLength(1);
  expect(await namesOf('devices', wide(kiosk.printed), manager)).toEqual(['ｶﾒﾗ 7']);
});

it('the index is used for it', async () => {
  const { rows } = await sql<{ name: string }>`
    select indexrelid::regclass::text as name from pg_index
    where indexrelid::regclass::text like '%\\_search\\_folded' and indisvalid order by 1`.execute(api.db);
  expect(rows).toHaveLength(7);
});

describe('a mail address', () => {
  it('of full width signs in, and counts as the usual one', async () => {
    const answer = await api.post('auth', { username: wide('alice@example.com'), password: PASSWORD });
    expect(answer.status).toBe(200);
    const again = await api.post('users', { email: 'alice＠example.com' }, manager);
    expect(again.body.violations).toMatchObject([{ code: 'mail-taken' }]);
  });

  it('of full width is kept as the usual one', async () => {
    const made = await api.post('users', { email: wide('new@example.com') }, manager);
    expect([made.status, made.body.email]).toEqual([201, 'new@example.com']);
    const found = await api.get(`users/by_email?email=${encodeURIComponent('new＠example.com')}`, manager);
    expect(found.body.id).toBe(made.body.id);
    const group = await api.post('groups', { name: 'Ｇ', guests: ['guest＠example.com'] }, alice.token);
    expect([group.body.name, group.body.guests]).toEqual(['Ｇ', ['guest@example.com']]);
  });
});

describe('a serial number', () => {
  const { long, printed } = makeSerial('ROOM', 12);

  it('of full width adds a device, signs it in and invites it', async () => {
    const made = await api.post(
      'devices',
      { serialNumber: wide(long), customer: `/api/v1/customers/${home}` },
      manager,
    );
    expect([made.status, made.body.serialNumber]).toEqual([201, long]);
    const { secret } = made.body;
    expect((await api.post('authenticates', { serialNumber: wide(long), secret })).status).toBe(200);
    const pair = await api.post('pairs', { serialLong: wide(printed) }, alice.token);
    expect([pair.status, pair.body.serialPrinted]).toEqual([201, printed]);
  });
});
