import { mkdtemp, readdir, realpath, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '#server/db/migrate.ts';
import { type RunningDatabase, START_LIMIT_MS, startDatabase } from './embedded-database.ts';
import { stopLeftovers } from './postgres-leftovers.ts';
import { tryLock } from './process-lock.ts';

const PREFIX = 'hibiki-test-database-';

/** A migrated database for one run of tests or benchmarks, in the temporary folder. Nothing is connected to it. */
export async function startEphemeralDatabase(): Promise<RunningDatabase> {
  await removeLeftovers();
  const folder = await mkdtemp(join(tmpdir(), PREFIX));
  const database = await startDatabase({ folder, ephemeral: true });
  try {
    await migrate(database.url);
  } catch (error) {
    await database.stop();
    throw error;
  }
  return database;
}

/** Ends and removes the databases of runs that were killed: those that no process locks. */
async function removeLeftovers(): Promise<void> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(PREFIX));
  for (const name of names) {
    const folder = join(await realpath(tmpdir()), name);
    const held = await tryLock(`database ${folder}`);
    if (!held) continue;
    try {
      const madeAt = await stat(folder).then(({ birthtimeMs }) => birthtimeMs);
      // Perhaps of a run that has not locked it yet.
      if (Date.now() - madeAt < START_LIMIT_MS) continue;
      await stopLeftovers(join(folder, 'cluster'), folder);
      await rm(folder, { recursive: true, force: true });
    } catch (error) {
      // Another run was faster, or the folder is another user's. Neither matters to this run.
      if (!(error instanceof Error && 'code' in error)) throw error;
    } finally {
      await held.release();
    }
  }
}
