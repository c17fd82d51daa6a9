import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AdminId, CustomerId, ExportId, UserId } from '#protocol/ids.ts';
import { iri } from '#protocol/rest/field.ts';
import { fillEveryList } from '#server/rest/testing/fill-every-list.ts';
import type { TestAccount } from '#server/rest/testing/open-test-api.ts';
import { setUpTestApi } from '#server/rest/testing/test-api.ts';
import { eventually } from '#server/testing/eventually.ts';

const api = setUpTestApi();
let home: CustomerId;
let manager: TestAccount<UserId>;
let admin: TestAccount<AdminId>;
let count = 0;

beforeAll(async () => {
  home = await api.makeCustomer('home');
  await api.db.updateTable('customers').set({ time_zone: 'Asia/Tokyo' }).where('id', '=', home).execute();
  manager = await api.makeUser({ mail: 'boss@example.com', customerId: home, manages: [home] });
  admin = await api.makeAdmin('admin@example.com');
  await api.fastify.listen({ port: 0 });
});

const columnsOf = (...fields: readonly string[]) => fields.map((field) => ({ field }));
const create = (body: object, token = manager.token, lang = 'en') =>
  api.request('POST', 'exports', { body, token, headers: { 'accept-language': lang } });
/** The lines of an export, without the mark at its beginning. */
async function download(body: object, token?: string, lang?: string): Promise<readonly string[]> {
  const created = await create(body, token, lang);
  expect(created.status, created.text).toBe(201);
  const { status, text, headers } = await api.get(created.body.url);
  expect(status, text).toBe(200);
  expect(headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(text.startsWith('\ufeff')).toBe(true);
  expect(text.endsWith('\r\n')).toBe(true);
  return text.slice(1).split('\r\n').slice(0, -1);
}
/** In parts: each of them is done long before a statement may take no longer. */
const USERS_A_STATEMENT = 1_000;
const addUsers = async (customerId: CustomerId, number: number) => {
  const bulk = `bulk${++count}.`;
  for (let from = 1; from <= number; from += USERS_A_STATEMENT) {
    await sql`
      insert into users (mail, password_hash, customer_id, state)
      select ${bulk} || n || '@example.com', 'x', ${customerId}, 'VERIFIED'
      from generate_series(${from}::int, ${Math.min(number, from + USERS_A_STATEMENT - 1)}::int) as n`.execute(
      api.db,
    );
  }
};

describe('an export', () => {
  it('is the list as it is asked for, with these columns, headings and words', async () => {
    const customerId = await api.makeCustomer(`words${++count}`);
    const boss = await api.makeUser({ mail: 'words@example.com', customerId, manages: [customerId] });
    await api.makeUser({ mail: 'b@example.com', customerId, nickname: '=HYPERLINK("http://evil")' });
    await api.makeUser({ mail: 'a@example.com', customerId, nickname: '木村', verified: false });
    await api.makeUser({ mail: 'elsewhere@example.com' });
    const lines = await download(
      {
        resource: 'users',
        query: `customer=${customerId}&type=USER&order[email]=desc&page=2&pageSize=1`,
        columns: [
          { field: 'email', heading: 'メールアドレス' },
          { field: 'nickname' },
          { field: 'verified', heading: '状態', words: { VERIFIED: '確認済み', UNVERIFIED: '未確認' } },
        ],
      },
      boss.token,
    );
    expect(lines).toEqual([
      'メールアドレス,nickname,状態',
      `b@example.com,"'=HYPERLINK(""http://evil"")",確認済み`,
      'a@example.com,木村,未確認',
    ]);
  });

  it("writes times in the customer's zone, or in the one that is asked for", async () => {
    const at = new Date('2026-01-31T15:30:00.123Z');
    await api.db
      .insertInto('notifications')
      .values({ customer_id: home, title_ja: '題', title_en: 'Title', appears_at: at })
      .execute();
    const body = { resource: 'notifications', columns: columnsOf('title', 'datetime') };
    expect((await download(body)).at(-1)).toBe('Title,2026-02-01 00:30:00');
    expect((await download(body, manager.token, 'ja')).at(-1)).toBe('題,2026-02-01 00:30:00');
    expect((await download({ ...body, timeZone: 'Europe/Paris' })).at(-1)).toBe('Title,2026-01-31 16:30:00');
    expect((await download(body, admin.token)).at(-1)).toBe('Title,2026-01-31 15:30:00');
  });

  it('is of what the asker may list, and no more', async () => {
    const away = await api.makeCustomer(`away${++count}`);
    await api.makeUser({ mail: `hidden${count}@example.com`, customerId: away });
    const columns = columnsOf('email');
    const own = await download({ resource: 'users', columns });
    expect(own).not.toContain(`hidden${count}@example.com`);
    expect(await download({ resource: 'users', query: `customer=${away}`, columns })).toEqual(['email']);
    expect(await download({ resource: 'users', columns }, admin.token)).toContain(
      `hidden${count}@example.com`,
    );
    expect((await create({ resource: 'admins', columns })).status).toBe(403);
  });

  it('can be had of every list', async () => {
    const customerId = await api.makeCustomer(`every${++count}`);
    const user = await api.makeUser({ mail: `every${count}@example.com`, customerId, manages: [customerId] });
    await fillEveryList(api, customerId, user.id);
    const lists = [
      'users',
      'devices',
      'pairs',
      'groups',
      'guest_links',
      'customers',
      'features',
      'connections',
    ];
    const more = [
      'recordings',
      'notifications',
      'webhooks',
      'webhook_deliveries',
      'logs',
      'tasks',
      'task_rows',
    ];
    for (const resource of [...lists, ...more]) {
      const lines = await download({ resource, columns: columnsOf('id') }, user.token);
      const { body } = await api.get(`${resource}?pageSize=100`, user.token);
      expect(lines.length, resource).toBeGreaterThan(1);
      // What was asked for is written down itself.
      if (resource !== 'logs') {
        expect(lines.slice(1), resource).toEqual(body['hydra:member'].map(({ id }) => id));
      }
    }
  });

  it('is one snapshot, read in parts: what changes meanwhile is not in it', async () => {
    const customerId = await api.makeCustomer(`many${++count}`);
    const boss = await api.makeUser({ mail: `many${count}@example.com`, customerId, manages: [customerId] });
    await addUsers(customerId, 1_999);
    const body = { resource: 'users', query: `customer=${customerId}`, columns: columnsOf('email') };
    const { body: made } = await create(body, boss.token);
    const origin = api.fastify.listeningOrigin;
    const answer = await fetch(`${origin}${made.url}`);
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    const first = await reader?.read();
    await addUsers(customerId, 100);
    let text = first?.value ?? '';
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) text += part.value;
    expect(text.trim().split('\r\n')).toHaveLength(2_001);
  });

  it('is written down when it is asked for and when it has been read, with the number of rows', async () => {
    const customerId = await api.makeCustomer(`audit${++count}`);
    const boss = await api.makeUser({ mail: `audit${count}@example.com`, customerId, manages: [customerId] });
    await addUsers(customerId, 3);
    const query = `customer=${customerId}`;
    // Managers also read of an export that an administrator made, but not which administrator.
    await download({ resource: 'users', query, columns: columnsOf('email', 'nickname') }, admin.token);
    await eventually(async () => {
      const { body } = await api.get(`logs?customer=${customerId}&order[datetime]=asc`, boss.token);
      expect(body['hydra:member']).toMatchObject([
        {
          action: 'export',
          resource: 'users',
          actorKind: 'admin',
          actor: null,
          changes: [
            { field: 'query', after: query },
            { field: 'columns', after: 'email, nickname' },
          ],
        },
        { action: 'download', actor: null, changes: [{ field: 'rows', after: '4' }] },
      ]);
    });
  });

  it('is written down with the names of what its list is narrowed to', async () => {
    const [customerId, other] = [
      await api.makeCustomer(`named${++count}`),
      await api.makeCustomer(`unnamed${count}`),
    ];
    const boss = await api.makeUser({
      mail: `named${count}@example.com`,
      customerId,
      manages: [customerId, other],
    });
    const colleague = await api.makeUser({
      mail: `unnamed${count}@example.com`,
      customerId,
      manages: [customerId],
    });
    const aoi = await api.makeUser({ mail: `aoi${count}@example.com`, customerId, nickname: 'Aoi' });
    const ben = await api.makeUser({ mail: `ben${count}@example.com`, customerId: other, nickname: 'Ben' });
    const queries = [`party=${encodeURIComponent(iri('users', aoi.id))}`, `party=${ben.id}`];
    for (const query of queries)
      await download({ resource: 'pairs', query, columns: columnsOf('label') }, boss.token);
    const referred = async (token: string, path = '') => {
      const { body } = await api.get(
        `logs?customer=${customerId}&action=export&order[datetime]=asc${path}`,
        token,
      );
      return body['hydra:member'].map(({ references }) => references);
    };
    const [a, b] = [
      { id: aoi.id, resource: 'users', name: 'Aoi', isDeleted: false },
      { id: ben.id, resource: 'users', name: 'Ben', isDeleted: false },
    ];
    expect(await referred(boss.token)).toEqual([[a], [b]]);
    expect(await referred(colleague.token)).toEqual([[a], [{ ...b, name: null }]]);
    expect((await api.delete(`users/${aoi.id}`, admin.token)).status).toBe(204);
    expect((await referred(admin.token))[0]).toEqual([{ ...a, name: null, isDeleted: true }]);
    const { body } = await api.get(`logs?customer=${customerId}&action=create&pageSize=1`, boss.token);
    for (const { references } of body['hydra:member']) expect(references).toEqual([]);
  });

  it('is written down with all of a long query', async () => {
    const customerId = await api.makeCustomer(`long${++count}`);
    const boss = await api.makeUser({ mail: `long${count}@example.com`, customerId, manages: [customerId] });
    const query = `customer=${customerId}&search=${'m'.repeat(150)}&verified=VERIFIED`;
    await download({ resource: 'users', query, columns: columnsOf('email') }, boss.token);
    const { body } = await api.get(`logs?customer=${customerId}&action=export`, boss.token);
    expect(body['hydra:member']).toMatchObject([{ changes: [{ field: 'query', after: query }, {}] }]);
  });

  it('of several customers is written down at each of them, and not where its manager only belongs', async () => {
    const [home, one, two] = [
      await api.makeCustomer(`home${++count}`),
      await api.makeCustomer(`one${count}`),
      await api.makeCustomer(`two${count}`),
    ];
    const boss = await api.makeUser({
      mail: `several${count}@example.com`,
      customerId: home,
      manages: [one, two],
    });
    await download({ resource: 'users', query: '', columns: columnsOf('email') }, boss.token);
    const exportsAt = async (customerId: string) =>
      (await api.get(`logs?customer=${customerId}&action=export`, admin.token)).body['hydra:totalItems'];
    expect([await exportsAt(home), await exportsAt(one), await exportsAt(two)]).toEqual([0, 1, 1]);
  });

  it('that is broken off lets go of its connection', async () => {
    const customerId = await api.makeCustomer(`broken${++count}`);
    const boss = await api.makeUser({
      mail: `broken${count}@example.com`,
      customerId,
      manages: [customerId],
    });
    await addUsers(customerId, 20_000);
    const origin = api.fastify.listeningOrigin;
    const body = {
      resource: 'users',
      query: `customer=${customerId}`,
      columns: columnsOf('email', 'customer'),
    };
    // More than there are connections for.
    for (let time = 0; time < 4; time += 1) {
      const { body: made } = await create(body, boss.token);
      const stopped = new AbortController();
      const answer = await fetch(`${origin}${made.url}`, { signal: stopped.signal });
      await answer.body?.getReader().read();
      stopped.abort();
    }
    expect(await download({ ...body, query: `${query(customerId)}&search=bulk` }, boss.token)).toHaveLength(
      20_001,
    );
  });
});

describe('an export with relations and derived columns', () => {
  it('has the names of customers, counts and states', async () => {
    const customerId = await api.makeCustomer(`derived${++count}`);
    const boss = await api.makeUser({
      mail: `derived${count}@example.com`,
      customerId,
      manages: [customerId],
    });
    await api.post('webhooks', { url: 'https://example.com/hook', events: ['call.ended'] }, boss.token);
    await api.db
      .insertInto('notifications')
      .values({ customer_id: customerId, title_ja: '題', title_en: 'Title', appears_at: new Date(0) })
      .execute();
    const within = (resource: string, ...fields: readonly string[]) =>
      download({ resource, query: query(customerId), columns: columnsOf(...fields) }, boss.token).then(
        (lines) => lines.at(-1),
      );
    const name = `derived${count}`;
    expect(await within('webhooks', 'label', 'state', 'customerName')).toBe(
      `https://example.com/hook,enabled,${name}`,
    );
    expect(await within('notifications', 'state', 'audience')).toBe(`published,${name}`);
    const customers = { resource: 'customers', query: `id=${customerId}` };
    const columns = columnsOf('name', 'userCount', 'managerCount');
    expect((await download({ ...customers, columns }, boss.token)).at(-1)).toBe(`${name},1,1`);
  });

  it('is named after the day of the zone in which its times are written', async () => {
    const dayIn = (timeZone: string) =>
      new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(new Date());
    const nameIn = async (timeZone: string) => {
      const { body: made } = await create({ resource: 'users', columns: columnsOf('email'), timeZone });
      return (await api.get(made.url)).headers['content-disposition'];
    };
    // Between these two zones are 26 hours: at any time their days differ.
    expect(await nameIn('Pacific/Kiritimati')).toContain(`users ${dayIn('Pacific/Kiritimati')}.csv`);
    expect(await nameIn('Etc/GMT+12')).toContain(`users ${dayIn('Etc/GMT+12')}.csv`);
  });
});

describe('downloads that are not read', () => {
  it('leave connections to other customers', async () => {
    const customerId = await api.makeCustomer(`slow${++count}`);
    const boss = await api.makeUser({ mail: `slow${count}@example.com`, customerId, manages: [customerId] });
    await addUsers(customerId, 20_000);
    // More than the buffers on the way hold.
    const long = { field: 'verified', words: { VERIFIED: 'x'.repeat(500) } };
    const body = { resource: 'users', query: `customer=${customerId}`, columns: Array(5).fill(long) };
    const stopped = new AbortController();
    try {
      // The answers are kept: what nobody holds any more is cancelled by the garbage collector.
      const answers = Array.from({ length: 3 }, async () => {
        const { body: made } = await create(body, boss.token);
        const answer = await fetch(`${api.fastify.listeningOrigin}${made.url}`, { signal: stopped.signal });
        // The connection of a refusal is idle only once it has been read.
        if (!answer.ok) await answer.text();
        return answer;
      });
      expect((await Promise.race(answers)).status).toBe(200);
      expect(await download({ resource: 'users', columns: columnsOf('email') })).not.toEqual([]);
      const held = await Promise.all(answers);
      expect(held.map(({ status }) => status).toSorted()).toEqual([200, 200, 429]);
    } finally {
      stopped.abort();
    }
  });
});

const query = (customerId: CustomerId) => `customer=${customerId}`;

describe('the address of an export', () => {
  const body = { resource: 'users', columns: columnsOf('email') };

  it('is no use where it is changed, of another export, or over', async () => {
    const [{ body: one }, { body: other }] = [await create(body), await create(body)];
    const access = (url: string) => url.split('?')[1];
    for (const url of [
      one.url.split('?')[0],
      `${one.url}x`,
      `${one.url.split('?')[0]}?${access(other.url)}`,
    ]) {
      expect((await api.get(url ?? '')).status, url).toBe(404);
    }
    expect((await api.get(`exports/${crypto.randomUUID()}?${access(one.url)}`)).status).toBe(404);
    const id = one.url.split(/[/?]/).at(-2) as ExportId;
    await api.db.deleteFrom('exports').where('id', '=', id).execute();
    expect((await api.get(one.url)).status).toBe(404);
  });

  it('is of no use once the sign-in has ended, or its rights', async () => {
    const boss = await api.makeUser({
      mail: `ends${++count}@example.com`,
      customerId: home,
      manages: [home],
    });
    const { body: made } = await create({ ...body, resource: 'logs', columns: columnsOf('id') }, boss.token);
    await api.db.updateTable('users').set({ is_manager: false }).where('id', '=', boss.id).execute();
    expect((await api.get(made.url)).status).toBe(403);
    await api.request('DELETE', 'auth', { token: boss.token });
    expect((await api.get(made.url)).status).toBe(401);
  });
});

it.each([
  [{ columns: columnsOf('email', 'nonsense') }, 422, 'columns[1].field'],
  [{ columns: columnsOf('plainPassword') }, 422, 'columns[0].field'],
  [{ columns: [] }, 422, 'columns'],
  [{ timeZone: 'Mars/Olympus' }, 422, 'timeZone'],
  [{ query: 'nonsense=1' }, 400, undefined],
])('an export with %j is refused', async (change, status, propertyPath) => {
  const answer = await create({ resource: 'users', columns: columnsOf('email'), ...change });
  expect([answer.status, answer.body.violations?.[0]?.propertyPath]).toEqual([status, propertyPath]);
});
