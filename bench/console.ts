import { startEphemeralDatabase } from '#scripts/ephemeral-database.ts';
import { openDatabase } from '#server/db/database.ts';
import { fillLargeLists } from '#server/testing/large-lists.ts';
import type { Benchmark, Report } from './benchmark.ts';
import { browserRounds } from './browser-rounds.ts';
import { INP_MS, type Round, reportOf } from './console-report.ts';

const SCRIPT = new URL('../e2e/web-console.ts', import.meta.url);
const ROUNDS = Number(process.env.CONSOLE_ROUNDS ?? 7);
/** 1: a million connections, 100,000 users and 10,000 devices, nine of ten of one customer. */
const SCALE = Number(process.env.CONSOLE_SCALE ?? 1);
const PERCENT_OF_FIRST = 90;
const ROWS = {
  devices: 10_000,
  logs: 100_000,
  notifications: 20_000,
  guestLinks: 20_000,
  recordings: 20_000,
  webhookDeliveries: 20_000,
};

async function run(progress: (line: string) => void): Promise<Report> {
  await using owned = new AsyncDisposableStack();
  const database = await startEphemeralDatabase();
  owned.defer(() => database.stop());
  const db = openDatabase(database);
  progress('filling the database');
  const { customers } = await fillLargeLists(db, SCALE, {
    rows: ROWS,
    percentOfFirst: PERCENT_OF_FIRST,
  }).finally(() => db.destroy());
  const rounds = await browserRounds<Round>(SCRIPT, ROUNDS, progress, {
    CONSOLE_DATABASE: database.url,
    CONSOLE_CUSTOMER: customers[0] ?? '',
  });
  return reportOf(rounds);
}

export const consoleAtSize: Benchmark = {
  name: 'console',
  measures: 'the console with 100,000 users, 1 million connections and 10,000 devices, in Chromium',
  goal: `first rows and a year ≤ 300 ms, page turn, sort, search and INP ≤ ${INP_MS} ms, memory flat over 200 page turns`,
  run,
};
