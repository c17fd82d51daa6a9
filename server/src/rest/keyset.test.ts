import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CustomerId, UserId } from '#protocol/ids.ts';
import type { ApiBody } from './testing/open-test-api.ts';
import { setUpTestApi } from './testing/test-api.ts';

/** Long lists are walked from row to row, not by counting what lies before. */
const ROWS = 23;
const PAGE_SIZE = 5;
const api = setUpTestApi();
let customerId: CustomerId;
let alice: UserId;
let token: string;

beforeAll(async () => {
  customerId = await api.makeCustomer('walked');
  ({ id: alice } = await api.makeUser({ mail: 'alice@example.com', customerId }));
  ({ token } = await api.makeUser({ mail: 'boss@example.com', customerId, manages: [customerId] }));
  // Three at each moment, and moments that differ by microseconds alone.
  await addConnections(ROWS, "timestamptz '2026-01-01' + (n / 3) * interval '1 microsecond'");
  await sql`insert into logs (at, actor_kind, action, resource, customer_id)
    select timestamptz '2026-01-01' + (n / 3) * interval '1 microsecond', 'system', 'walked', 'tests', ${customerId}
    from generate_series(1, ${ROWS}::integer) n`.execute(api.db);
});

const addConnections = (count: number, at: string) =>
  sql`insert into connections
      (kind, call_id, customer_id, user_id, peer_id, started_at, ended_at, duration_s, end_reason)
    select 'direct', gen_random_uuid(), ${customerId}, ${alice}, gen_random_uuid(), ${sql.raw(at)}, ${sql.raw(at)}, 0,
      'hung-up' from generate_series(1, ${count}::integer) n`.execute(api.db);

const page = async (path: string): Promise<ApiBody> => {
  const { status, body, text } = await api.get(path, token);
  expect(status, `${path}: ${text}`).toBe(200);
  return body;
};
const idsOf = (body: ApiBody) => body['hydra:member'].map(({ id }) => id);

/** From one page to the next as the view says, or back. */
async function walk(path: string, link: 'hydra:next' | 'hydra:previous') {
  const pages: ApiBody[] = [];
  for (let next: string | undefined = path; next !== undefined; ) {
    const body = await page(next);
    pages.push(body);
    next = body['hydra:view'][link];
    if (next !== undefined) expect(next).toContain('cursor=');
  }
  return pages;
}

describe.each([
  ['connections', 'start', 'owner.customer'],
  ['logs', 'datetime', 'action'],
] as const)('%s', (path, time, filter) => {
  const query = (order: 'asc' | 'desc') =>
    `${path}?pageSize=${PAGE_SIZE}&${filter}=${filter === 'action' ? 'walked' : customerId}&order[${time}]=${order}`;

  it.each(['asc', 'desc'] as const)('are walked to the end and back, %s, each row once', async (order) => {
    const all = idsOf(await page(`${query(order)}&pageSize=100`.replace(`pageSize=${PAGE_SIZE}&`, '')));
    expect(all).toHaveLength(ROWS);
    const there = await walk(query(order), 'hydra:next');
    expect(there.flatMap(idsOf)).toEqual(all);
    expect(there.map((each) => each['hydra:totalItems'])).toEqual(there.map(() => ROWS));
    const back = await walk(there.at(-1)?.['hydra:view']['@id'] ?? '', 'hydra:previous');
    expect(back.toReversed().flatMap(idsOf)).toEqual(all);
    expect(back.at(-1)?.['hydra:view']['@id']).toMatch(/[?&]page=1(&|$)/);
  });

  it('are found by page numbers as well', async () => {
    const [, second] = await walk(query('desc'), 'hydra:next');
    const numbered = await page(`${query('desc')}&page=2`);
    expect(second && idsOf(second)).toEqual(idsOf(numbered));
    expect(numbered['hydra:view']['hydra:first']).not.toContain('cursor');
    expect(second?.['hydra:view']['hydra:last']).not.toContain('cursor');
  });

  it('have no cursor in another order, and take none', async () => {
    const plain = await page(`${path}?pageSize=1&order[${time}]=asc&order[id]=desc`);
    expect(plain['hydra:view']['hydra:next']).not.toContain('cursor');
    const cursor = new URL(
      (await page(query('desc')))['hydra:view']['hydra:next'] ?? '',
      'http://localhost',
    ).searchParams.get('cursor');
    for (const wrong of [
      `${path}?order[id]=asc&cursor=${cursor}`,
      `${path}?order[${time}]=asc&order[id]=asc&cursor=${cursor}`,
      `${path}?cursor=nonsense`,
      `${path}?cursor=next-9999999999999999999-${alice}`,
      `${path}?cursor[]=${cursor}`,
      `users?cursor=${cursor}`,
    ]) {
      expect((await api.get(wrong, token)).status, wrong).toBe(400);
    }
    expect((await api.get(`${path}?cursor=next-9999999999999999-${alice}`, token)).status).toBe(200);
  });
});

it('rows that come meanwhile hide and repeat none', async () => {
  const path = `connections?pageSize=${PAGE_SIZE}&owner=${alice}`;
  const first = await page(path);
  const rest = idsOf(await page(`connections?pageSize=100&owner=${alice}`)).slice(PAGE_SIZE);
  await addConnections(3, 'now()');
  const others = await walk(first['hydra:view']['hydra:next'] ?? '', 'hydra:next');
  expect(others.flatMap(idsOf)).toEqual(rest);
  expect(others.at(-1)?.['hydra:totalItems']).toBe(ROWS + 3);
});
