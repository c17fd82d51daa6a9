import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import type { CustomerId } from '#protocol/ids.ts';
import type { ApiBody } from './testing/open-test-api.ts';
import { setUpTestApi } from './testing/test-api.ts';

const USERS = 100;
const PAGE_SIZE = 10;
const api = setUpTestApi();
let customerId: CustomerId;
let token: string;

beforeAll(async () => {
  customerId = await api.makeCustomer('deep');
  ({ token } = await api.makeAdmin('root@example.com'));
  await sql`insert into users (mail, password_hash, customer_id)
    select 'user' || n || '@example.com', '', ${customerId} from generate_series(1, ${USERS}::integer) n`.execute(
    api.db,
  );
});

const read = async (path: string): Promise<ApiBody> => {
  const { status, body, text } = await api.get(path, token);
  expect(status, `${path}: ${text}`).toBe(200);
  return body;
};
const idsOf = (body: ApiBody) => body['hydra:member'].map(({ id }) => id);

it('who follows hydra:next while rows are deleted misses none of the others', async () => {
  const all = idsOf(await read(`users?customer=${customerId}&pageSize=${USERS}`));
  const seen: string[] = [];
  let next: string | undefined = `users?customer=${customerId}&pageSize=${PAGE_SIZE}`;
  while (next !== undefined) {
    const page: ApiBody = await read(next);
    seen.push(...idsOf(page));
    next = page['hydra:view']['hydra:next'];
    // The first of this page, which by their numbers would move the pages after it.
    const deleted = idsOf(page).slice(0, PAGE_SIZE / 2);
    await sql`delete from users where id = any(${deleted}::uuid[])`.execute(api.db);
  }
  expect(seen).toEqual(all);
});

it('every list has a cursor in the order of its ids', async () => {
  await api.makeCustomer('another');
  const first = await read('customers?order[id]=desc&pageSize=1');
  expect(first['hydra:view']['hydra:next']).toContain('cursor=next-');
  const second = await read(first['hydra:view']['hydra:next'] ?? '');
  expect(idsOf(second)).not.toEqual(idsOf(first));
  const back = await read(second['hydra:view']['hydra:previous'] ?? '');
  expect(idsOf(back)).toEqual(idsOf(first));
});

it('a page that lies too deep is refused by its number, and found by a cursor', async () => {
  const deep = await api.get('connections?page=3335', token);
  expect([deep.status, deep.body.code]).toEqual([400, 'page-too-deep']);
  expect(deep.body['hydra:description']).toContain('hydra:next');
  expect((await api.get('connections?page=3334', token)).status).toBe(200);
  const [start, id] = ['1767225600000000', '018f0000-0000-7000-8000-000000000000'];
  await read(`connections?page=400000000&cursor=next-${start}-${id}`);
});
