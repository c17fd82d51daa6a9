import { access, rename, rm } from 'node:fs/promises';
import { Client } from 'pg';
import { FolderError, isDiskFull as isErrorOfFullDisk } from '#platform/folder-error.ts';
import type { Config } from '#server/config.ts';
import { urlForPg } from '#server/database-url.ts';
import { SESSION_ZONE } from '#server/db/database.ts';
import { DatabaseInUse, type RunningDatabase, removeDatabase, startDatabase } from './embedded-database.ts';
import { hasNoSpace } from './full-disk.ts';
import { CONNECT_LIMIT_MS, explainDatabaseError, reachDatabase } from './reach-database.ts';
import { databaseFolder, findDatabase, whyNotRunning } from './running-database.ts';
import { SetUpError } from './set-up-error.ts';
import { isDataFolderHeld } from './system.ts';

/** What ends a command. */
export const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Starts the embedded database for the duration of the work, and ends it also where a signal ends that: PostgreSQL would stay behind.
 *
 * @param onFailure how it is ended where the work fails
 */
async function withEmbedded(
  folder: string,
  work: (url: string) => Promise<void>,
  onFailure: 'in-order' | 'at-once' = 'in-order',
): Promise<void> {
  let stoppedBy: string | undefined;
  let database: RunningDatabase | undefined;
  const onSignal = (signal: string) => {
    stoppedBy = signal;
    // What the work asks of the database next fails.
    void database?.stop(onFailure);
  };
  for (const signal of SIGNALS) process.once(signal, onSignal);
  try {
    database = await startDatabase({ folder });
    if (stoppedBy === undefined) await work(database.url);
    if (stoppedBy === undefined) await database.stop();
  } catch (error) {
    if (stoppedBy === undefined) throw error;
  } finally {
    for (const signal of SIGNALS) process.off(signal, onSignal);
    await database?.stop(onFailure);
  }
  if (stoppedBy !== undefined) throw new SetUpError(`Stopped by ${stoppedBy}.`);
}

/** The database of this configuration: that of `DATABASE_URL`, or the one of `npm start`, whether it runs or not. */
export async function withDatabase(config: Config, work: (url: string) => Promise<void>): Promise<void> {
  const url = await findDatabase(config);
  if (url !== undefined) return work(url);
  const folder = databaseFolder(config);
  await access(folder).catch(() => {
    throw new SetUpError(`There is no database in ${config.dataFolder}, and DATABASE_URL is not set.`);
  });
  try {
    await withEmbedded(folder, work);
  } catch (error) {
    if (!(error instanceof DatabaseInUse) || !(await isDataFolderHeld(config.dataFolder))) throw error;
    throw new SetUpError(await whyNotRunning(config), { cause: error });
  }
}

/**
 * A new database in the data folder, or that of `DATABASE_URL`. In the data folder it is there only once the work is done: one that failed
 * is removed at once, one that was killed by the next restore. The caller holds the data folder.
 */
export async function withNewDatabase(config: Config, work: (url: string) => Promise<void>): Promise<void> {
  if (process.env.DATABASE_URL) {
    await reachDatabase(process.env.DATABASE_URL);
    return work(process.env.DATABASE_URL);
  }
  const folder = databaseFolder(config);
  const isTaken = await access(folder).then(
    () => true,
    () => false,
  );
  if (isTaken) {
    throw new SetUpError(
      `${config.dataFolder} has a database already. Move it away, or name another folder in DATA_DIR.`,
    );
  }
  const unfinished = `${folder}.unfinished`;
  await removeDatabase(unfinished);
  try {
    await withEmbedded(unfinished, work, 'at-once');
    await rename(unfinished, folder);
  } catch (error) {
    // Before the removal makes space again.
    const isFull = await isDiskFull(config.dataFolder, error);
    await rm(unfinished, { recursive: true, force: true });
    throw isFull ? new FolderError(config.dataFolder, 'ENOSPC', { cause: error }) : error;
  }
}

async function isDiskFull(folder: string, error: unknown): Promise<boolean> {
  if (error instanceof FolderError) return false;
  return isErrorOfFullDisk(error) || (await hasNoSpace(folder));
}

/**
 * A connection that reads or writes whole tables: no limit but the operator's patience.
 *
 * @param signal ends the connection, and what waits for an answer fails
 */
export async function withConnection(
  url: string,
  work: (client: Client) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const client = new Client({ connectionString: urlForPg(url), connectionTimeoutMillis: CONNECT_LIMIT_MS });
  // Without a listener, a connection that breaks ends the process before it has cleaned up. What waits for an answer fails.
  client.on('error', () => {});
  await client.connect().catch((error: unknown) => {
    throw explainDatabaseError(error);
  });
  const end = () => void client.end();
  signal?.addEventListener('abort', end);
  try {
    await client.query(`set time zone '${SESSION_ZONE}'`);
    await work(client);
  } finally {
    signal?.removeEventListener('abort', end);
    await client.end();
  }
}
