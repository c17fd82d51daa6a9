import { readConfig } from '#server/config.ts';
import { openDatabase } from '#server/db/database.ts';
import { checkRollups, rebuildRollups } from './rollups.ts';

/**
 * `npm run statistics -- check` compares the rollups with the call log and ends with 1 where they differ;
 * `npm run statistics -- rebuild` makes them again. Both read DATABASE_URL, and may run while the server does.
 */
const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

const command = process.argv[2];
if (command !== 'check' && command !== 'rebuild') {
  say('Usage: npm run statistics -- check|rebuild');
  process.exitCode = 2;
} else {
  const { databaseUrl } = readConfig(process.env);
  // The whole call log is read: no limit but the operator's patience.
  const db = openDatabase({ url: databaseUrl, poolSize: 1, statementTimeoutMs: 0 });
  try {
    if (command === 'rebuild') await rebuildRollups(db);
    const differences = await checkRollups(db);
    for (const { rollup, rows } of differences) say(`${rollup}: ${rows} rows differ from the call log`);
    if (differences.length === 0) say('The statistics agree with the call log.');
    process.exitCode = differences.length === 0 ? 0 : 1;
  } finally {
    await db.destroy();
  }
}
