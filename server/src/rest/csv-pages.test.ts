import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { CSV_PAGE_LINES } from './csv.ts';
import { setUpTestApi } from './testing/test-api.ts';

const LINES = CSV_PAGE_LINES + 3;
const api = setUpTestApi();

it('a CSV of more lines than a page has says where the next ones are, and ends', async () => {
  const customerId = await api.makeCustomer('much called');
  const { id } = await api.makeUser({ mail: 'alice@example.com', customerId });
  const { token } = await api.makeUser({ mail: 'boss@example.com', customerId, manages: [customerId] });
  await sql`insert into connections
      (kind, call_id, customer_id, user_id, peer_id, peer_name, started_at, ended_at, duration_s, end_reason)
    select 'direct', gen_random_uuid(), ${customerId}, ${id}, gen_random_uuid(), 'peer ' || n, now(), now(), 0, 'hung-up'
    from generate_series(1, ${LINES}::integer) n`.execute(api.db);
  const names: string[] = [];
  let pages = 0;
  let next: string | undefined = 'connection_summaries/bypeerid';
  while (next !== undefined) {
    const { status, text, headers } = await api.request('GET', next, {
      token,
      headers: { accept: 'text/csv' },
    });
    expect(status, text.slice(0, 200)).toBe(200);
    const [, ...lines] = text.trim().split('\r\n');
    names.push(...lines.map((line) => line.split(',')[1] ?? ''));
    next = /^<\/api\/v1\/(.+)>; rel="next"$/.exec(String(headers.link))?.[1];
    pages += 1;
  }
  expect(pages).toBe(2);
  expect(new Set(names).size).toBe(LINES);
  expect(names).toHaveLength(LINES);
});
