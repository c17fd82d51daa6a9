import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readDemoAccounts } from '#server/demo/demo-accounts.ts';
import { freePort } from './ports.ts';
import { descendants } from './processes.ts';
import { logFileOf } from './results.ts';
import { type System, systemOf } from './system.ts';
import { until } from './until.ts';

/** The whole product, started as `npm start` starts it, with a data folder and a port of its own. */
export interface OwnSystem extends System {
  readonly pid: number;
  readonly dataFolder: string;
  readonly logFile: string;
  /** Ends everything, as Ctrl+C does, and starts it again with the same data on the same port. */
  restart(): Promise<void>;
  /** Process ids of the servers that run now. */
  servers(): Promise<number[]>;
  /** Process ids of the media nodes that run now, without those that stand by. */
  mediaNodes(): Promise<number[]>;
  /** Process ids of the media workers that run now. */
  mediaWorkers(): Promise<number[]>;
  stop(): Promise<void>;
}

export interface SystemOptions {
  /** Of its log in `test-results/logs`. */
  readonly name: string;
  /** A migrated database, instead of a PostgreSQL in the data folder, which takes longer. */
  readonly databaseUrl?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

const WORKER = /mediasoup-worker/;

const hasExited = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

export const startSystem = async (options: SystemOptions): Promise<OwnSystem> => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'hibiki-e2e-'));
  const port = await freePort();
  const logFile = logFileOf(options.name);
  await mkdir(dirname(logFile), { recursive: true });
  const log = createWriteStream(logFile);
  const environment = {
    ...(options.databaseUrl && { DATABASE_URL: options.databaseUrl, DEMO_DATA: 'true', DEV_MAILBOX: 'true' }),
    ...options.environment,
  };
  const launch = (): ChildProcess & { readonly pid: number } => {
    const launched = spawn(process.execPath, [join(import.meta.dirname, '..', '..', 'scripts', 'start.ts')], {
      env: { ...process.env, PORT: String(port), DATA_DIR: dataFolder, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    launched.stdout.pipe(log, { end: false });
    launched.stderr.pipe(log, { end: false });
    const { pid } = launched;
    if (pid === undefined) throw new Error('npm start could not be spawned');
    return Object.assign(launched, { pid });
  };
  let child = launch();

  const end = async (): Promise<void> => {
    if (hasExited(child)) return;
    child.kill('SIGTERM');
    await until('the system has stopped', () => hasExited(child));
  };
  const stop = async (): Promise<void> => {
    await end();
    log.end();
    await rm(dataFolder, { recursive: true, force: true });
  };
  const ready = () =>
    until('the system is ready', async () => {
      if (hasExited(child)) throw new Error(`npm start ended early; see ${logFile}`);
      const answer = await fetch(`http://localhost:${port}/readyz`).catch(() => undefined);
      return answer?.ok === true;
    });
  const running = async (pattern: RegExp) =>
    (await descendants(child.pid)).filter((entry) => pattern.test(entry.command)).map((entry) => entry.pid);

  try {
    await ready();
    const accounts = await readDemoAccounts(dataFolder);
    if (!accounts) throw new Error('npm start has made no demo accounts');
    return {
      ...systemOf(port, accounts),
      get pid() {
        return child.pid;
      },
      dataFolder,
      logFile,
      async restart() {
        await end();
        child = launch();
        await ready();
      },
      servers: () => running(/server\/src\/main\.ts/),
      async mediaNodes() {
        const all = await descendants(child.pid);
        const atWork = new Set(all.filter(({ command }) => WORKER.test(command)).map(({ parent }) => parent));
        return all.map(({ pid }) => pid).filter((pid) => atWork.has(pid));
      },
      mediaWorkers: () => running(WORKER),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
};
