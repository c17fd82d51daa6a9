import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { freeDiskBytes } from '#platform/disk-space.ts';
import type { Config } from '#server/config.ts';
import { findRunningDatabase } from './embedded-database.ts';
import { connectionError, reachDatabase } from './reach-database.ts';
import { SetUpError } from './set-up-error.ts';
import { isDataFolderHeld } from './system.ts';

const MEGABYTE = 1_000_000;
/** Error codes of a PostgreSQL that has ended, or that is starting or ending (57P03, cannot_connect_now). */
const NOT_RUNNING = new Set(['ECONNREFUSED', 'ENOENT', '57P03']);

/** The folder of the database that `npm start` brings. */
export const databaseFolder = ({ dataFolder }: Pick<Config, 'dataFolder'>): string =>
  join(dataFolder, 'postgres');

/**
 * The address of the database of this configuration: that of `DATABASE_URL`, or of the one that a running `npm start` has brought;
 * undefined where that does not answer, as after a kill.
 *
 * @throws SetUpError where the database of `DATABASE_URL` cannot be used
 */
export async function findDatabase(config: Config): Promise<string | undefined> {
  if (process.env.DATABASE_URL) {
    await reachDatabase(process.env.DATABASE_URL);
    return process.env.DATABASE_URL;
  }
  const url = await findRunningDatabase(databaseFolder(config));
  return url !== undefined && (await isRunning(url)) ? url : undefined;
}

async function isRunning(url: string): Promise<boolean> {
  const error = await connectionError(url);
  return !(error instanceof Error && 'code' in error && NOT_RUNNING.has(String(error.code)));
}

/** As `findDatabase`. @throws SetUpError also where the database of `npm start` does not answer. */
export async function findDatabaseOrRefuse(config: Config): Promise<string> {
  const url = await findDatabase(config);
  if (url !== undefined) return url;
  const isHeld = await access(config.dataFolder).then(
    () => isDataFolderHeld(config.dataFolder),
    () => false,
  );
  throw new SetUpError(
    isHeld
      ? await whyNotRunning(config)
      : `No database runs in ${config.dataFolder}. Start Hibiki first, or set DATABASE_URL.`,
  );
}

/** For an operator who has a Hibiki in this data folder: it starts its database again and again. */
export async function whyNotRunning({ dataFolder, databaseMinFreeMb }: Config): Promise<string> {
  const runs = `Hibiki runs with the data folder ${dataFolder}, but its database doesn't answer.`;
  const freeMb = Math.floor((await freeDiskBytes(dataFolder)) / MEGABYTE);
  if (freeMb < databaseMinFreeMb) {
    return `${runs} The disk is full, or nearly so: ${freeMb} MB are free. Free some space, and Hibiki starts the database again.`;
  }
  return `${runs} It may still be starting, or have ended: see ${join(databaseFolder({ dataFolder }), 'postgres.log')}.`;
}
