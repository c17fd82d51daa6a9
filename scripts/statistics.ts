import { createLog } from '#platform/log.ts';
import { openDatabase } from '#server/db/database.ts';
import { checkRollups, rebuildRollups } from '#server/stats/rollups.ts';
import { checkSummaries } from '#server/stats/summary-check.ts';
import { readArgument } from './one-argument.ts';
import { explainDatabaseError } from './reach-database.ts';
import { findDatabaseOrRefuse } from './running-database.ts';
import { describeError } from './set-up-error.ts';
import { readLocalConfig } from './system.ts';

/**
 * `npm run statistics -- check` compares the rollups with the call log, and the sums by day, month and hour with the rollups. It ends with
 * 1 where they differ;
 * `npm run statistics -- rebuild` makes them again. Both may run while the server does: on the database of DATABASE_URL, or
 * on the one that a running `npm start` has brought.
 */
async function run(command: 'check' | 'rebuild'): Promise<void> {
  const url = await findDatabaseOrRefuse(readLocalConfig(process.env));
  // The whole call log is read: no limit but the operator's patience.
  const db = openDatabase({ url, poolSize: 1, statementTimeoutMs: 0 });
  try {
    if (command === 'rebuild') await rebuildRollups(db, createLog({ name: 'statistics', level: 'error' }));
    const differences = await checkRollups(db);
    for (const { rollup, rows } of differences)
      console.log(`${rollup}: ${rows} rows differ from the call log`);
    const wrongSums = await checkSummaries(db);
    for (const { kind, difference } of wrongSums)
      console.log(`${kind}: its lines differ from the rollups by ${JSON.stringify(difference)}`);
    const agree = differences.length === 0 && wrongSums.length === 0;
    if (agree) console.log('The statistics agree with the call log.');
    process.exitCode = agree ? 0 : 1;
  } finally {
    await db.destroy();
  }
}

const USAGE = 'npm run statistics -- check|rebuild';

const command = readArgument(USAGE);
if (command === 'check' || command === 'rebuild') {
  await run(command).catch((error: unknown) => {
    console.error(describeError(explainDatabaseError(error)));
    process.exitCode = 2;
  });
} else if (command !== undefined) {
  console.error(`Usage: ${USAGE}`);
  process.exitCode = 2;
}
