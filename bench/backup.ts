import { join } from 'node:path';
import { sql } from 'kysely';
import { createLog } from '#platform/log.ts';
import { Progress } from '#server/backup/progress.ts';
import { checkBackup, restoreBackup } from '#server/backup/restore-backup.ts';
import { writeBackup } from '#server/backup/write-backup.ts';
import { openDatabase } from '#server/db/database.ts';
import { migrate } from '#server/db/migrate.ts';
import { rebuildRollups } from '#server/stats/rollups.ts';
import type { Benchmark, Report } from './benchmark.ts';
import { fillConnections } from './fill-connections.ts';
import { connect, createDatabase, startEmptyDatabase } from './large-database.ts';
import { compared } from './statistics.ts';
import { timed } from './timed.ts';

const CONNECTIONS = Number(process.env.BACKUP_CONNECTIONS ?? 10_000_000);
/** Times what the backup takes. */
const LIMIT = 10;

async function run(progress: (line: string) => void): Promise<Report> {
  await using owned = new AsyncDisposableStack();
  const { folder, url } = await startEmptyDatabase(owned);
  await migrate(url);
  const db = openDatabase({ url, poolSize: 1, statementTimeoutMs: 0 });
  owned.defer(() => db.destroy());
  await fillConnections(db, CONNECTIONS, progress);
  progress('making the statistics');
  await rebuildRollups(db, createLog({ name: 'benchmark', level: 'error' }));
  await sql`vacuum analyze`.execute(db);

  const folders = { dataFolder: join(folder, 'data'), recordingFolder: join(folder, 'recordings') };
  const kept = join(folder, 'kept');
  const client = await connect(url);
  owned.defer(() => client.end());
  const shown = new Progress(progress);
  const backup = await timed(() => writeBackup({ client, folders, progress: shown }, kept, 'benchmark'));

  const restoredUrl = await createDatabase(url, 'restored');
  const restored = openDatabase({ url: restoredUrl, poolSize: 2, statementTimeoutMs: 0 });
  owned.defer(() => restored.destroy());
  const other = await connect(restoredUrl);
  owned.defer(() => other.end());
  const deps = { db: restored, client: other, url: restoredUrl, folders, progress: shown };
  const restore = await timed(async () => restoreBackup(deps, kept, await checkBackup(deps, kept)));

  const row = compared('restore', [restore.ms / 1000], 'backup', [backup.ms / 1000]);
  return {
    unit: 's',
    rows: [row],
    invalid: [],
    missed: row.ratio > LIMIT ? [`a restore takes more than ${LIMIT} times as long as a backup`] : [],
  };
}

export const backup: Benchmark = {
  name: 'backup',
  measures: `what a restore of ${CONNECTIONS.toLocaleString('en')} connections takes, beside the backup`,
  goal: `less than ${LIMIT} times as long`,
  run,
};
