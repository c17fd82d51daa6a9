import { access, constants, realpath } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { FolderError, toFolderError } from '#platform/folder-error.ts';
import { makeFolder } from '#platform/make-folder.ts';
import { type Config, isLocal, readConfig } from '#server/config.ts';
import { hasDatabase, startDatabase } from './embedded-database.ts';
import { checkDiskSpace } from './host-check.ts';
import type { Part } from './keep-running.ts';
import { obtainMediaWorker } from './media-worker.ts';
import { type ProcessLock, tryLock } from './process-lock.ts';
import { reachDatabase } from './reach-database.ts';
import { SetUpError } from './set-up-error.ts';

/** The services that the server needs, on one machine. */
export interface Surroundings {
  /** The whole environment for the server. */
  readonly environment: NodeJS.ProcessEnv;
  /** Null where `DATABASE_URL` names one that others run. */
  readonly database: Part | null;
  /** Ends what was started here. Can be called twice. */
  stop(): Promise<void>;
}

/** Database and server are often started together, and the database takes longer. */
const DATABASE_PATIENCE_MS = 30_000;

/** A stand-in while the other variables are checked and the database has not started. */
const NOT_YET = 'postgres://localhost/not-yet';

/** Reads the configuration before anything slow is done, so that errors show at once. */
export function readLocalConfig(environment: NodeJS.ProcessEnv): Config {
  try {
    return readConfig({ ...environment, DATABASE_URL: environment.DATABASE_URL || NOT_YET });
  } catch (error) {
    throw new SetUpError(error instanceof Error ? error.message : String(error));
  }
}

/**
 * Holds the data folder while it works, so that two starts do not share it: before anything else is done, since a second
 * start would find the port in use as well, and its reason.
 */
export async function withDataFolder(work: (config: Config) => Promise<void>): Promise<void> {
  const config = readLocalConfig(process.env);
  const { dataFolder } = config;
  await makeWritable(dataFolder);
  const held = await tryHold(dataFolder);
  if (!held) {
    throw new SetUpError(
      `Hibiki is already running with the data folder ${dataFolder}. Stop it first, or choose another folder and port: ` +
        'DATA_DIR=other-folder PORT=3001 npm start',
    );
  }
  try {
    await work(config);
  } finally {
    await held.release();
  }
}

const tryHold = async (dataFolder: string): Promise<ProcessLock | undefined> =>
  await tryLock(`start ${await realpath(dataFolder)}`);

/** Whether a start or a restore holds the data folder. */
export async function isDataFolderHeld(dataFolder: string): Promise<boolean> {
  const held = await tryHold(dataFolder);
  await held?.release();
  return held === undefined;
}

async function makeWritable(folder: string): Promise<void> {
  try {
    await makeFolder(folder, 0o700);
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const problem = toFolderError(error, folder);
    if (!(problem instanceof FolderError)) throw error;
    const isDenied = ['EACCES', 'EPERM', 'EROFS'].includes(problem.code);
    if (!isDenied)
      throw new SetUpError(`DATA_DIR cannot be used: ${problem.message}. Name another folder in it.`);
    throw new SetUpError(
      `Nothing can be written to the data folder ${folder}. Give it to the user that runs Hibiki (${userInfo().username}), ` +
        'or name another one: DATA_DIR=other-folder npm start',
    );
  }
}

/**
 * Obtains the media worker and starts the database (unless `DATABASE_URL` names one), and says in the environment where
 * they are. The caller holds the data folder.
 */
export async function startSurroundings(
  given: NodeJS.ProcessEnv,
  signal?: AbortSignal,
): Promise<Surroundings> {
  const config = readLocalConfig(given);
  const databaseFolder = join(config.dataFolder, 'postgres');
  await checkDiskSpace(config.dataFolder, !(await hasDatabase(databaseFolder)));
  const worker = await obtainMediaWorker({ environment: given, signal });
  signal?.throwIfAborted();
  const environment: NodeJS.ProcessEnv = { ...given, MEDIASOUP_WORKER_BIN: worker };
  // The server does not know these variables and would refuse them.
  delete environment.MEDIASOUP_WORKER_PREBUILT_DOWNLOAD_BASE_URL;
  delete environment.MEDIASOUP_WORKER_SHA256;
  if (given.DATABASE_URL) {
    await reachDatabase(given.DATABASE_URL, { patienceMs: DATABASE_PATIENCE_MS, signal });
    return { environment, database: null, stop: async () => {} };
  }

  const database = await startDatabase({
    folder: databaseFolder,
    onProgress: (sentence) => console.error(sentence),
  });
  environment.DATABASE_URL = database.url;
  environment.DATABASE_FOLDER ||= databaseFolder;
  if (isLocal(config)) {
    environment.DEMO_DATA ||= 'true';
    environment.DEV_MAILBOX ||= 'true';
  }
  return {
    environment,
    database: { name: 'database', ended: () => database.ended(), restart: () => database.restart() },
    stop: () => database.stop(),
  };
}
