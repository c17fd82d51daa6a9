import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#scripts/test-database.ts';
import { fillLargeLists, type LargeLists } from '#server/testing/large-lists.ts';
import { type Asker, askersOf, listsOf } from './testing/large-list-requests.ts';
import { type OpenApi, openTestApi } from './testing/open-test-api.ts';

/**
 * The first page of every list, in every way to sort, filter and search it, on a large database: how much of its tables
 * is read from one end to the other. How long each takes at full size, `npm run bench -- lists-at-size` tells: times say
 * nothing on a machine that is busy with other tests.
 */
const SCALE = Number(process.env.LISTS_SCALE ?? 0.2);
/** At full size. To insert connections takes longest, as each is counted in several statistics; fewer are still many. */
const ROWS = { connections: 500_000 };
/** Totals are exact up to here: far below the size of the tables, as 100,000 is where millions of rows are. */
const COUNTED_AT_MOST = 5_000;
/** What an unlucky count may walk through before it is content with an estimate, and a page with it. */
const READ_AT_MOST = 12_000;

/** What grows with every call, change, account and event. */
const BIG_TABLES = [
  'connections',
  'logs',
  'users',
  'pairs',
  'notifications',
  'guest_links',
  'recordings',
  'webhook_deliveries',
];

let database: TestDatabase;
let api: OpenApi;
let lists: LargeLists;
let askers: readonly Asker[];

beforeAll(async () => {
  database = await createTestDatabase();
  // One connection, so that its statistics tell of every query.
  api = await openTestApi({
    database: { url: database.url, poolSize: 1 },
    countedAtMost: COUNTED_AT_MOST,
  });
  lists = await fillLargeLists(api.db, SCALE, { rows: ROWS });
  askers = await askersOf(api, lists);
}, 900_000);
afterAll(async () => {
  await api.close();
  await database.drop();
});

/** Rows that were read by scanning a whole table, so far. */
async function scannedRows(): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(api.db);
  const { rows } = await sql<{ scanned: number }>`
    select sum(seq_tup_read)::bigint as scanned from pg_stat_user_tables
    where relname in (${sql.join(BIG_TABLES)})`.execute(api.db);
  return rows[0]?.scanned ?? Number.NaN;
}

it.each(['user', 'device', 'manager', 'manager of 5', 'admin'])(
  'the first page of every list for a %s is read by index',
  async (name) => {
    const asker = askers.find((each) => each.name === name);
    if (!asker) throw new Error(`There is no ${name}`);
    const asked = listsOf(asker, lists);
    expect(asked.length).toBeGreaterThan(20);
    const read: Record<string, number> = {};
    for (const path of asked) {
      const before = await scannedRows();
      const { status, text } = await api.get(path, asker.token);
      expect(status, `${path}: ${text.slice(0, 500)}`).toBe(200);
      const scanned = (await scannedRows()) - before;
      if (scanned > READ_AT_MOST) read[path] = scanned;
    }
    expect(read).toEqual({});
  },
);
