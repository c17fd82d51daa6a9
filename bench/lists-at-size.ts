import { startEphemeralDatabase } from '#scripts/ephemeral-database.ts';
import { openDatabase } from '#server/db/database.ts';
import { type Asker, askersOf, listsOf } from '#server/rest/testing/large-list-requests.ts';
import { type OpenApi, openTestApi } from '#server/rest/testing/open-test-api.ts';
import { fillLargeLists } from '#server/testing/large-lists.ts';
import type { Benchmark, Report, Row } from './benchmark.ts';
import { compared } from './statistics.ts';
import { timed } from './timed.ts';

const ROUNDS = 9;
const LIMIT_MS = 20;
/** 1: a million connections and log rows, 100,000 users, 10,000 groups. */
const SCALE = Number(process.env.LISTS_SCALE ?? 1);

async function timeMs(api: OpenApi, path: string, token: string): Promise<number> {
  const { ms, value } = await timed(() => api.get(path, token));
  if (value.status !== 200) throw new Error(`GET ${path}: ${value.status} ${value.text}`);
  return ms;
}

/** The list and its anchor in turn, after one of each that warms up. */
async function measure(api: OpenApi, asker: Asker, path: string): Promise<Row> {
  const anchor =
    asker.who === 'admin' ? 'admins/current' : asker.who === 'device' ? 'devices/current' : 'users/current';
  const ours: number[] = [];
  const item: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const [list, one] = [await timeMs(api, path, asker.token), await timeMs(api, anchor, asker.token)];
    if (round === 0) continue;
    ours.push(list);
    item.push(one);
  }
  return compared(`${asker.name}: ${path}`, ours, 'one item', item);
}

async function run(progress: (line: string) => void): Promise<Report> {
  await using owned = new AsyncDisposableStack();
  const database = await startEphemeralDatabase();
  owned.defer(() => database.stop());
  const db = openDatabase(database);
  progress('filling the database');
  const lists = await fillLargeLists(db, SCALE).finally(() => db.destroy());
  const api = await openTestApi({ database });
  owned.defer(() => api.close());
  const rows: Row[] = [];
  for (const asker of await askersOf(api, lists)) {
    progress(asker.name);
    for (const path of listsOf(asker, lists)) rows.push(await measure(api, asker, path));
  }
  const missed = rows.filter(({ ours }) => ours.median > LIMIT_MS).map(({ load }) => `${load} takes longer`);
  return { unit: 'ms', rows: summaryOf(rows), invalid: [], missed };
}

/** Every plain list, and the slowest of its variants. */
function summaryOf(rows: readonly Row[]): readonly Row[] {
  const byList = Map.groupBy(rows, ({ load }) => load.split('?')[0] ?? load);
  return [...byList.values()].flatMap((all) => {
    const [slowest] = all
      .filter(({ load }) => load.includes('?'))
      .toSorted((a, b) => b.ours.median - a.ours.median);
    return [...all.filter(({ load }) => !load.includes('?')), ...(slowest ? [slowest] : [])];
  });
}

export const listsAtSize: Benchmark = {
  name: 'lists-at-size',
  measures: 'the first page of every list, plain, sorted, filtered and searched, with 1 million connections',
  goal: `≤ ${LIMIT_MS} ms at the server`,
  run,
};
