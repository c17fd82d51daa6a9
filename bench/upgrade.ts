import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { createLog } from '#platform/log.ts';
import type { CustomerId, UserId } from '#protocol/ids.ts';
import { type Db, openDatabase } from '#server/db/database.ts';
import { migrate } from '#server/db/migrate.ts';
import { rebuildQueuedStatistics } from '#server/stats/rebuilds.ts';
import { checkRollups } from '#server/stats/rollups.ts';
import type { Benchmark, Report } from './benchmark.ts';
import { fillConnections } from './fill-connections.ts';
import { startEmptyDatabase } from './large-database.ts';
import { compared } from './statistics.ts';
import { timed } from './timed.ts';

const CONNECTIONS = Number(process.env.UPGRADE_CONNECTIONS ?? 10_000_000);
/** Before the first of the migrations that read or index large tables. */
const OLDER = '0015-server-heartbeats';
const PROBE_PAUSE_MS = 50;
const BEFORE_MS = 20_000;
/** What a server of the version before may have to wait at most: it tries for a lock for a second, and may do so twice in a row. */
const LIMIT_MS = 3_000;

/** What a server of the version before does: it writes a call that has ended, and lists the calls of one person and of all. */
async function probe(db: Db, customerId: CustomerId, userId: UserId): Promise<void> {
  const at = new Date();
  await db
    .insertInto('connections')
    .values({
      kind: 'direct',
      call_id: randomUUID(),
      customer_id: customerId,
      user_id: userId,
      peer_id: userId,
      peer_name: 'Peer',
      started_at: at,
      ended_at: at,
      duration_s: 60,
      end_reason: 'hung-up',
    })
    .execute();
  await db
    .selectFrom('connections')
    .where('user_id', '=', userId)
    .select('call_id')
    .orderBy('started_at', 'desc')
    .limit(50)
    .execute();
  await db.selectFrom('connections').select('call_id').orderBy('started_at', 'desc').limit(50).execute();
}

/** How long each probe takes until the work is done, in ms. */
async function probeUntil(done: Promise<unknown>, once: () => Promise<void>): Promise<readonly number[]> {
  const times: number[] = [];
  let isDone = false;
  const end = () => {
    isDone = true;
  };
  done.then(end, end);
  while (!isDone) {
    times.push((await timed(once)).ms);
    await sleep(PROBE_PAUSE_MS);
  }
  return times;
}

async function run(progress: (line: string) => void): Promise<Report> {
  await using owned = new AsyncDisposableStack();
  const log = createLog({ name: 'benchmark', level: 'error' });
  const { url } = await startEmptyDatabase(owned);
  await migrate(url, { to: OLDER });
  const filling = openDatabase({ url, poolSize: 1, statementTimeoutMs: 0 });
  owned.defer(() => filling.destroy());
  const [customerId] = await fillConnections(filling, CONNECTIONS, progress);
  if (!customerId) throw new Error('There are no customers');
  progress('rebuilding the rollups of the older version');
  await sql`select rebuild_statistics(null)`.execute(filling);
  await sql`vacuum analyze`.execute(filling);
  const { id: userId } = await filling
    .selectFrom('users')
    .where('customer_id', '=', customerId)
    .select('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  // With the statement time-out of a server.
  const older = openDatabase({ url });
  owned.defer(() => older.destroy());
  const once = () => probe(older, customerId, userId);

  const before = await probeUntil(sleep(BEFORE_MS), once);
  const migrating = timed(() => migrate(url, { onProgress: progress }));
  const during = await probeUntil(migrating, once);
  progress(`migrated in ${Math.round((await migrating).ms / 1000)} s`);
  const rebuilding = timed(() => rebuildQueuedStatistics(filling, log));
  const meanwhile = await probeUntil(rebuilding, once);
  progress(`statistics made again in ${Math.round((await rebuilding).ms / 1000)} s`);
  await rebuildQueuedStatistics(filling, log);
  const differences = await checkRollups(filling);

  const missed = [['the migrations', during] as const, ['the statistics', meanwhile] as const].flatMap(
    ([what, times]) => {
      const longest = Math.max(...times);
      return longest > LIMIT_MS ? [`${what} held someone up for ${Math.round(longest)} ms`] : [];
    },
  );
  return {
    unit: 'ms for a call that ends and two lists',
    rows: [
      compared('while the database is migrated', during, 'before', before),
      compared('while statistics are made again', meanwhile, 'before', before),
    ],
    invalid: differences.map(({ rollup, rows }) => `${rollup}: ${rows} rows differ from the calls`),
    missed,
  };
}

export const upgrade: Benchmark = {
  name: 'upgrade',
  measures: `what a server of the version before waits for while ${CONNECTIONS.toLocaleString('en')} connections are migrated`,
  goal: `nobody waits for more than ${LIMIT_MS} ms`,
  run,
};
