import { startEphemeralDatabase } from '#scripts/ephemeral-database.ts';
import { playAnsweredCalls } from './support/answered-calls.ts';

/**
 * `node e2e/answered-calls.ts [calls]`: so many calls that lose a server by `kill -9`, and as many by SIGTERM, as JSON. Run by
 * `npm run bench -- answered-calls`.
 */
const CALLS = Number(process.argv[2] ?? 20);
const SEED = Number(process.env.SEED ?? Date.now() % 2 ** 32);

process.stderr.write(`seed ${SEED}\n`);
const database = await startEphemeralDatabase();
try {
  const played = await playAnsweredCalls({
    databaseUrl: database.url,
    calls: CALLS,
    seed: SEED,
    moment: 'random',
    progress: (line) => process.stderr.write(`${line}\n`),
  });
  process.stdout.write(JSON.stringify(played));
} finally {
  await database.stop();
}
