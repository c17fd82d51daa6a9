import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { CustomerId, UserId } from '#protocol/ids.ts';
import type { Db } from '#server/db/database.ts';
import { eventually } from '#server/testing/eventually.ts';
import type { ApiBody } from './testing/open-test-api.ts';
import { setUpTestApi } from './testing/test-api.ts';

/** What `sync` of docs/api.md takes. */
interface SyncOptions {
  readonly list: string;
  readonly order?: string;
  readonly read: (address: string) => Promise<ApiBody>;
  readonly load: (list: string) => Promise<string | undefined>;
  readonly save: (list: string, address: string) => Promise<void>;
  readonly store: (list: string, items: readonly ApiBody[]) => Promise<void>;
}
type Sync = (options: SyncOptions) => Promise<void>;

/** The example as integrators copy it. */
async function exampleOfTheDocs(): Promise<Sync> {
  const text = await readFile(join(import.meta.dirname, '../../../docs/api.md'), 'utf8');
  const code = [...text.matchAll(/```js\n(.*?)```/gs)].map(([, block]) => block ?? '');
  const example = code.find((block) => block.includes('export async function sync('));
  const module: { readonly sync: Sync } = await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(example ?? '')}`
  );
  return module.sync;
}

const api = setUpTestApi();
let sync: Sync;
let customerId: CustomerId;
/** Managed by the same person: calls of one customer wait for each other as they are counted. */
let otherId: CustomerId;
let alice: UserId;
let token: string;
beforeAll(async () => {
  sync = await exampleOfTheDocs();
});
beforeEach(async () => {
  const name = crypto.randomUUID();
  customerId = await api.makeCustomer(name);
  otherId = await api.makeCustomer(`other ${name}`);
  ({ id: alice } = await api.makeUser({ mail: `alice-${name}@example.com`, customerId }));
  const manages = [customerId, otherId];
  ({ token } = await api.makeUser({ mail: `boss-${name}@example.com`, customerId, manages }));
});

/** A copy of a list, kept up to date by the example; `delivered`: every time that an item has come. */
function copyOf(list: string, order?: string) {
  const items = new Map<string, ApiBody>();
  const delivered: string[] = [];
  let address: string | undefined;
  const run = () =>
    sync({
      list,
      ...(order !== undefined && { order }),
      load: async () => address,
      save: async (_list, reached) => {
        address = reached;
      },
      store: async (_list, page) => {
        for (const item of page) {
          items.set(item['@id'], item);
          delivered.push(item.id);
        }
      },
      read: async (path) => {
        const { status, body, text } = await api.get(path.replace('/api/v1/', ''), token);
        expect(status, `${path}: ${text}`).toBe(200);
        return body;
      },
    });
  return { items, delivered, run, ids: () => [...items.values()].map(({ id }) => id) };
}

async function addCall(db: Db, start: string, end: string, of = customerId): Promise<string> {
  const { rows } = await sql<{ id: string }>`insert into connections
      (kind, call_id, customer_id, user_id, peer_id, started_at, ended_at, duration_s, end_reason)
    values ('direct', gen_random_uuid(), ${of}, ${alice}, gen_random_uuid(), ${start}::timestamptz,
      ${end}::timestamptz, 0, 'hung-up') returning id`.execute(db);
  return rows[0]?.id ?? '';
}

it('a long call is delivered although a later one ended, and was read, before it', async () => {
  const copy = copyOf('connections');
  const short = await addCall(api.db, '2026-01-01T10:00Z', '2026-01-01T10:01Z');
  await eventually(async () => {
    await copy.run();
    expect(copy.ids()).toEqual([short]);
  });
  const long = await addCall(api.db, '2026-01-01T09:00Z', '2026-01-01T12:00Z');
  // Of a server that was lost, written down much later than it ended.
  const late = await addCall(api.db, '2025-12-31T09:00Z', '2025-12-31T09:10Z');
  await eventually(async () => {
    await copy.run();
    expect(copy.ids()).toEqual([short, long, late]);
  });
});

it('hundreds of rows come in the order in which they were written, each once in a run', async () => {
  await sql`insert into connections
      (kind, call_id, customer_id, user_id, peer_id, started_at, ended_at, duration_s, end_reason)
    select 'direct', gen_random_uuid(), ${customerId}, ${alice}, gen_random_uuid(), now(), now(), 0, 'hung-up'
    from generate_series(1, 250)`.execute(api.db);
  const { rows } = await sql<{ id: string }>`select id from connections where customer_id = ${customerId}
    order by updated_at, id`.execute(api.db);
  await eventually(async () => {
    const copy = copyOf('connections');
    await copy.run();
    expect(copy.delivered).toEqual(rows.map(({ id }) => id));
  });
});

it.each([
  ['connections', undefined],
  ['logs', 'datetime'],
] as const)('what a transaction in progress writes to %s is waited for', async (list, order) => {
  const copy = copyOf(list, order);
  const add = async (db: Db, of = customerId): Promise<string> => {
    if (list === 'connections') return await addCall(db, '2026-01-01T10:00Z', '2026-01-01T10:01Z', of);
    const { rows } = await sql<{ id: string }>`insert into logs (actor_kind, action, resource, customer_id)
      values ('system', 'tested', 'tests', ${of}) returning id`.execute(db);
    return rows[0]?.id ?? '';
  };
  const before = await add(api.db);
  await eventually(async () => {
    await copy.run();
    expect(copy.ids()).toContain(before);
  });
  let slow = '';
  let quick = '';
  await api.db.transaction().execute(async (trx) => {
    slow = await add(trx);
    quick = await add(api.db, otherId);
    // For longer than rows are waited for without a reason.
    await eventually(async () => {
      const { rows } = await sql<{
        old: boolean;
      }>`select clock_timestamp() > now() + interval '1.5 s' as old`.execute(trx);
      expect(rows[0]?.old).toBe(true);
    });
    await copy.run();
    expect(copy.ids()).not.toContain(quick);
  });
  await eventually(async () => {
    await copy.run();
    expect(copy.ids().slice(-2)).toEqual([slow, quick]);
  });
});

it('a call comes again once the report of its quality has come', async () => {
  const copy = copyOf('connections');
  const id = await addCall(api.db, '2026-01-01T10:00Z', '2026-01-01T10:01Z');
  await eventually(async () => {
    await copy.run();
    expect(copy.ids()).toEqual([id]);
  });
  await sql`update connections set quality = 7 where id = ${id}`.execute(api.db);
  await eventually(async () => {
    await copy.run();
    expect([...copy.items.values()][0]).toMatchObject({ id, quality: 7 });
  });
});

it('a user comes again after a change, and a device not because it was seen', async () => {
  const { id: device } = await api.makeDevice({ number: 7, customerId });
  const [users, devices] = [copyOf('users'), copyOf('devices')];
  await eventually(async () => {
    await Promise.all([users.run(), devices.run()]);
    expect(users.ids()).toContain(alice);
    expect(devices.ids()).toEqual([device]);
  });
  const [shown] = [...devices.items.values()];
  await sql`update devices set last_seen_at = now() where id = ${device}`.execute(api.db);
  const { body } = await api.get(`devices/${device}`, token);
  expect(body.lastSeen).not.toBeNull();
  expect(body.updated).toBe(shown?.updated);
  await api.request('PATCH', `users/${alice}`, {
    token,
    body: { nickname: 'Alice' },
    headers: { 'content-type': 'application/merge-patch+json' },
  });
  await eventually(async () => {
    await users.run();
    expect([...users.items.values()].find(({ id }) => id === alice)).toMatchObject({ nickname: 'Alice' });
  });
});

it('users are found by when they were last changed', async () => {
  const { body } = await api.get(`users/${alice}`, token);
  const changed = String(body.updated);
  const found = async (filter: string) =>
    (await api.get(`users?${filter}`, token)).body['hydra:member'].map(({ id }) => id);
  expect(await found(`updated[after]=${changed}`)).toContain(alice);
  expect(await found(`updated[strictly_after]=${changed}`)).not.toContain(alice);
  expect(await found(`updated[before]=${changed}`)).toContain(alice);
});

it('a notification comes when it appears', async () => {
  const soon = new Date(Date.now() + 2_000).toISOString();
  const title = { ja: '後で', en: 'Later' };
  const { body: made } = await api.post('notifications', { datetime: soon, title }, token);
  const copy = copyOf('notifications');
  await copy.run();
  expect(copy.ids()).not.toContain(made.id);
  await eventually(async () => {
    await copy.run();
    expect(copy.ids()).toContain(made.id);
  });
});

it.each([
  'users?settled=true',
  'users?settled=true&order[updated]=desc',
  'users?settled=1',
  'groups?settled=true',
])('what is settled can be asked for in the order of writing alone: %s', async (path) => {
  expect((await api.get(path, token)).status).toBe(400);
});
