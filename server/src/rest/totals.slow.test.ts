import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import type { CustomerId } from '#protocol/ids.ts';
import { deepestPage } from '#protocol/rest/hydra.ts';
import { setUpTestApi } from './testing/test-api.ts';

/** As many rows as a total is exact for, and some more of another kind. */
const COUNTED = 100_000;
const MORE = 1_200;
/** Rows in one statement, which must not take as long as statements may. */
const AT_ONCE = 10_000;
const PAGE_SIZE = 100;
const DEEPEST = deepestPage(PAGE_SIZE);

const api = setUpTestApi();
let customerId: CustomerId;
let token: string;

beforeAll(async () => {
  customerId = await api.makeCustomer('totals');
  ({ token } = await api.makeUser({ mail: 'boss@example.com', customerId, manages: [customerId] }));
  for (let first = 1; first <= COUNTED + MORE; first += AT_ONCE) {
    await sql`insert into notifications (customer_id, title_ja, title_en, appears_at)
      select ${customerId}, '題', case when n <= ${COUNTED}::integer then 'Counted' else 'Other' end, now() - interval '1 hour'
      from generate_series(${first}::integer, ${Math.min(first + AT_ONCE - 1, COUNTED + MORE)}::integer) n`.execute(
      api.db,
    );
  }
  await sql`analyze notifications`.execute(api.db);
});

const list = async (query: string) => {
  const asked = query.includes('pageSize=') ? query : `pageSize=${PAGE_SIZE}&${query}`;
  const { status, body } = await api.get(`notifications?${asked}`, token);
  expect(status).toBe(200);
  const { 'hydra:last': last = '', 'hydra:next': next } = body['hydra:view'];
  return {
    total: body['hydra:totalItems'],
    isEstimate: body.totalItemsEstimated ?? false,
    last: Number(/[?&]page=(\d+)/.exec(last)?.[1]),
    members: body['hydra:member'].length,
    next,
  };
};

it('is exact up to 100,000 rows, on every page', async () => {
  for (const page of [1, 2, 700, 1_000, 1_001]) {
    const { total, isEstimate, last } = await list(`search=counted&page=${page}`);
    expect([page, total, isEstimate, last]).toEqual([page, COUNTED, false, COUNTED / PAGE_SIZE]);
  }
  expect(await list(`search=counted&page=${COUNTED / PAGE_SIZE}`)).toMatchObject({
    members: PAGE_SIZE,
    next: undefined,
  });
});

it('says that it is an estimate above', async () => {
  const first = await list('page=1');
  expect(first).toMatchObject({ isEstimate: true, last: DEEPEST });
  expect(first.total).toBeGreaterThan(COUNTED);
  // Further down a page has no number, but a cursor.
  let page = await list(`page=${DEEPEST}`);
  let behind = 0;
  while (page.next !== undefined) {
    expect(page).toMatchObject({ isEstimate: true, last: DEEPEST });
    page = await list(page.next.split('?')[1] ?? '');
    behind += 1;
  }
  expect(behind).toBe((COUNTED + MORE) / PAGE_SIZE - DEEPEST);
  expect(page.members).toBe(PAGE_SIZE);
});

it('follows every change that is made here at once', async () => {
  const { total } = await list('search=other');
  expect(total).toBe(MORE);
  const counted = await list('search=counted');
  const made = await api.post(
    'notifications',
    {
      title: { ja: '題', en: 'Counted' },
      customer: `/api/v1/customers/${customerId}`,
    },
    token,
  );
  await api.delete(made.body['@id'], token);
  expect((await list('search=counted')).total).toBe(counted.total);
  for (const title of ['Other', 'Other', 'Other']) {
    await api.post(
      'notifications',
      { title: { ja: '題', en: title }, customer: `/api/v1/customers/${customerId}` },
      token,
    );
  }
  expect((await list('search=other')).total).toBe(MORE + 3);
});
