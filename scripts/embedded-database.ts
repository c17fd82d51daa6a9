import { type ChildProcess, spawn } from 'node:child_process';
import { chown, type FileHandle, mkdtemp, open, readdir, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { makeFolder } from '#platform/make-folder.ts';
import { hasExited } from './child-process.ts';
import { hasNoSpace } from './full-disk.ts';
import {
  findPostgresBinaries,
  findUnprivilegedRunner,
  type PostgresBinaries,
  type UnprivilegedRunner,
} from './postgres-binaries.ts';
import {
  type Cluster,
  checkVersion,
  DATABASE_USER,
  giveFolder,
  makeCluster,
  makePassword,
  readPassword,
} from './postgres-cluster.ts';
import { stopLeftovers } from './postgres-leftovers.ts';
import { type ProcessLock, tryLock } from './process-lock.ts';
import { SetUpError } from './set-up-error.ts';

const DATABASE = 'hibiki';
/** The folder of the cluster, below that of the database. */
const CLUSTER = 'cluster';
/** Names the socket file only: nothing listens on TCP. */
const SOCKET_PORT = 5432;
/** Linux's limit for a socket's path is 108 bytes with its end mark. */
const SOCKET_PATH_LIMIT = 107;

/**
 * Limit of the write-ahead log, without which PostgreSQL ends: half of what DATABASE_MIN_FREE_MB leaves by default. Its files
 * are kept and used again, so that a disk which others fill to the last byte does not end PostgreSQL for lack of a new one.
 */
const WAL_SIZE = '128MB';

/** A longer log is emptied at a restart. */
const MAX_LOG_BYTES = 10_000_000;

const POLL_MS = 20;
/** After a crash PostgreSQL first replays its log, which may take a while. */
export const START_LIMIT_MS = 60_000;
const STOP_LIMIT_MS = 30_000;

export interface DatabaseOptions {
  /** Holds everything of the cluster, its password included; made if missing. */
  readonly folder: string;
  /** For tests: no fsync, and the folder is removed at the end. False by default. */
  readonly ephemeral?: boolean;
  /** Called with a sentence about repairs and long waits. */
  readonly onProgress?: (sentence: string) => void;
}

export interface RunningDatabase {
  /** `postgres://user:password@localhost/hibiki?host=SOCKET_FOLDER`. */
  readonly url: string;
  /** Resolves with a sentence when PostgreSQL ends without having been asked to. */
  ended(): Promise<string>;
  /** Starts PostgreSQL again at the same address, after it has ended by itself. Rejects with a `SetUpError`. */
  restart(): Promise<void>;
  /**
   * Cuts all connections; everything committed is kept. `at-once` writes nothing more, and leaves that to the next start: for a
   * full disk, on which PostgreSQL would try for half a minute, or for what is removed anyway. Can be called twice.
   */
  stop(how?: Shutdown): Promise<void>;
}

/** PostgreSQL's fast and immediate shutdown (documentation, 18.5). */
type Shutdown = 'in-order' | 'at-once';

/** Another process of Hibiki has started the database of this folder, or is about to. */
export class DatabaseInUse extends SetUpError {
  constructor(folder: string) {
    super(
      `The database in ${folder} is in use by another start of Hibiki. Stop that one first, or choose another DATA_DIR.`,
    );
  }
}

/** Whether a database was made in this folder. */
export async function hasDatabase(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder)).includes(CLUSTER);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
}

/** The end of a log, indented, to go below the sentence that says what failed. */
async function tail(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text
    .trimEnd()
    .split('\n')
    .slice(-8)
    .map((line) => `  ${line}`)
    .join('\n');
}

/**
 * Starts the PostgreSQL that came with `npm install`, in a folder of its own: made at the first start, repaired after a
 * kill. It listens on a Unix socket only.
 *
 * @throws SetUpError with a clear sentence for anything wrong with the machine or the folder.
 */
export async function startDatabase(options: DatabaseOptions): Promise<RunningDatabase> {
  await makeFolder(options.folder, 0o700);
  const folder = await realpath(options.folder);
  const held = await tryLock(`database ${folder}`);
  if (!held) throw new DatabaseInUse(folder);
  try {
    return await startLocked(folder, held, options);
  } catch (error) {
    await held.release();
    throw error;
  }
}

async function startLocked(
  folder: string,
  held: ProcessLock,
  options: DatabaseOptions,
): Promise<RunningDatabase> {
  const [binaries, runner] = await Promise.all([findPostgresBinaries(), findUnprivilegedRunner()]);
  const data = join(folder, CLUSTER);
  const isNew = !(await hasDatabase(folder));
  const cluster: Cluster = {
    folder,
    data,
    log: join(folder, 'postgres.log'),
    password: await (isNew ? makePassword(folder) : readPassword(folder)),
  };
  if (isNew) await makeCluster(cluster, binaries, runner);
  else {
    await checkVersion(data);
    if (await stopLeftovers(data, folder))
      options.onProgress?.('Stopped a PostgreSQL that an earlier start had left.');
  }
  await giveFolder(data, runner);

  const sockets = await socketFolder(folder, runner);
  const isEphemeral = options.ephemeral === true;
  const removeFolders = async (): Promise<void> => {
    if (sockets !== folder) await rm(sockets, { recursive: true, force: true });
    if (isEphemeral) await rm(folder, { recursive: true, force: true });
  };
  const launch = async (logFlags: 'w' | 'a'): Promise<RunningPostgres> => {
    const log = await open(cluster.log, logFlags, 0o600);
    try {
      // What it said before it ended is kept, but not of an endless row of restarts.
      if ((await log.stat()).size > MAX_LOG_BYTES) await log.truncate();
      return await runPostgres(
        cluster,
        await spawnPostgres(cluster, binaries, runner, { sockets, isEphemeral, log }),
      );
    } finally {
      await log.close();
    }
  };
  let running = await launch('w').catch(async (error: unknown) => {
    await removeFolders();
    throw error;
  });
  let restarting: Promise<void> | undefined;
  const restart = async (): Promise<void> => {
    await stopLeftovers(data, sockets);
    running = await launch('a');
  };
  let stopped: Promise<void> | undefined;
  const stopOnce = async (how: Shutdown): Promise<void> => {
    await restarting?.catch(() => {});
    await running.stop(how);
    await removeFolders();
    await held.release();
  };
  const stop = (how: Shutdown = 'in-order'): Promise<void> => {
    stopped ??= stopOnce(how);
    return stopped;
  };

  try {
    await ensureDatabase(urlOf('postgres', cluster.password, sockets));
    return {
      url: urlOf(DATABASE, cluster.password, sockets),
      ended: () => running.ended,
      restart() {
        restarting = restart();
        return restarting;
      },
      stop,
    };
  } catch (error) {
    await stop(isNew ? 'at-once' : 'in-order');
    throw error;
  }
}

/** Removes a database that an interrupted command has left half made, if there is one. */
export async function removeDatabase(folder: string): Promise<void> {
  if (await hasDatabase(folder)) await stopLeftovers(join(await realpath(folder), CLUSTER), folder);
  await rm(folder, { recursive: true, force: true });
}

interface RunningPostgres {
  /** Resolves with a sentence if it ends without having been asked to. */
  readonly ended: Promise<string>;
  stop(how: Shutdown): Promise<void>;
}

/** Resolves once PostgreSQL accepts connections. */
async function runPostgres(cluster: Cluster, child: ChildProcess): Promise<RunningPostgres> {
  const { promise: ended, resolve: end } = Promise.withResolvers<string>();
  let isStopping = false;
  const exited = new Promise<void>((resolve) => {
    const onExit = () => {
      resolve();
      const how = child.signalCode ?? `code ${child.exitCode}`;
      if (!isStopping) end(`PostgreSQL has ended by itself (${how}); see ${cluster.log}.`);
    };
    // It may have ended before the listener was added.
    if (hasExited(child)) onExit();
    else child.once('exit', onExit);
  });
  const stop = async (how: Shutdown): Promise<void> => {
    isStopping = true;
    if (!hasExited(child)) child.kill(how === 'at-once' ? 'SIGQUIT' : 'SIGINT');
    const timer = setTimeout(() => child.kill('SIGQUIT'), STOP_LIMIT_MS);
    await exited;
    clearTimeout(timer);
  };
  try {
    await waitUntilReady(cluster, child);
  } catch (error) {
    await stop('in-order');
    throw error;
  }
  return { ended, stop };
}

const urlOf = (database: string, password: string, sockets: string): string =>
  `postgres://${DATABASE_USER}:${password}@localhost/${database}?host=${encodeURIComponent(sockets)}`;

/** Lines of PostgreSQL's postmaster.pid: the folder of its socket is the fifth. */
const SOCKET_LINE = 4;

/** The address of the database that another process has started in this folder; undefined where none runs. It may have been killed. */
export async function findRunningDatabase(folder: string): Promise<string | undefined> {
  const lines = await readFile(join(folder, CLUSTER, 'postmaster.pid'), 'utf8').catch(() => '');
  const sockets = lines.split('\n')[SOCKET_LINE];
  return sockets ? urlOf(DATABASE, await readPassword(folder), sockets) : undefined;
}

async function socketFolder(folder: string, runner: UnprivilegedRunner): Promise<string> {
  const fits = Buffer.byteLength(join(folder, `.s.PGSQL.${SOCKET_PORT}`)) <= SOCKET_PATH_LIMIT;
  const chosen = fits ? folder : await mkdtemp(join(tmpdir(), 'hibiki-socket-'));
  if (runner.owner !== undefined) await chown(chosen, runner.owner, runner.owner);
  return chosen;
}

interface PostgresOptions {
  /** The folder of its socket. */
  readonly sockets: string;
  readonly isEphemeral: boolean;
  /** A file, not a pipe: PostgreSQL must outlive a killed parent until the server has closed. */
  readonly log: FileHandle;
}

async function spawnPostgres(
  cluster: Cluster,
  binaries: PostgresBinaries,
  runner: UnprivilegedRunner,
  { sockets, isEphemeral, log }: PostgresOptions,
): Promise<ChildProcess> {
  const settings: Readonly<Record<string, string>> = {
    listen_addresses: '',
    unix_socket_directories: sockets,
    port: String(SOCKET_PORT),
    max_connections: '200',
    wal_level: 'minimal',
    max_wal_senders: '0',
    ...(isEphemeral
      ? { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
      : { max_wal_size: WAL_SIZE, min_wal_size: WAL_SIZE }),
  };
  const [command = '', ...args] = [
    ...runner.prefix,
    binaries.postgres,
    '-D',
    cluster.data,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  // A process group of its own: Ctrl-C in the terminal must reach it after the server, through `stop`.
  const child = spawn(command, args, {
    cwd: cluster.folder,
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  });
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', reject);
  });
  return child;
}

/** The eighth line of postmaster.pid says whether PostgreSQL accepts connections. */
async function waitUntilReady(cluster: Cluster, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + START_LIMIT_MS;
  for (;;) {
    if (hasExited(child)) throw await notStarted(cluster);
    const lines = (await readFile(join(cluster.data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
    if (lines[7]?.trim() === 'ready') return;
    if (Date.now() > deadline) {
      throw new SetUpError(
        `The embedded PostgreSQL was not ready after ${START_LIMIT_MS / 1000} s:\n${await tail(cluster.log)}`,
      );
    }
    await sleep(POLL_MS);
  }
}

/** The end of the log may be that of PostgreSQL's shutdown, which does not repeat that the disk is full. */
async function notStarted({ folder, log }: Cluster): Promise<SetUpError> {
  const reason = (await hasNoSpace(folder))
    ? `: no space is left on the disk of ${folder}. Free some, then try again`
    : '';
  return new SetUpError(`The embedded PostgreSQL did not start${reason}:\n${await tail(log)}`);
}

async function ensureDatabase(maintenanceUrl: string): Promise<void> {
  const client = new Client({ connectionString: maintenanceUrl });
  try {
    await client.connect();
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
  } catch (error) {
    throw new SetUpError(
      `The embedded PostgreSQL started, but refuses the password in its folder: ${String(error)}`,
    );
  } finally {
    await client.end();
  }
}
