import { type FileHandle, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import pino from 'pino';
import { createLocalBus } from '#platform/bus/local.ts';
import { createLog } from '#platform/log.ts';
import type { Config } from '#server/config.ts';
import { superviseMediaNode } from '#server/sfu/supervisor.ts';
import { buildClientIfStale } from './client-build.ts';
import { emptyCompileCache } from './compile-cache.ts';
import { choosePort, localUrl } from './host-check.ts';
import { keepRunning, type Part } from './keep-running.ts';
import { checkMediaNode } from './media-node-settings.ts';
import { withProgress } from './progress.mjs';
import { startServer } from './server-process.ts';
import { runUntilStopped } from './stop-signal.ts';
import { readLocalConfig, startSurroundings, withDataFolder } from './system.ts';
import { welcome } from './welcome.ts';

const LOG_TAIL_LINES = 15;

interface LogFile {
  readonly path: string;
  readonly handle: FileHandle;
}

/** Opens this start's log and keeps the previous one beside it. */
async function openLog(folder: string): Promise<LogFile> {
  const path = join(folder, 'hibiki.log');
  await rename(path, `${path}.1`).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  return { path, handle: await open(path, 'a', 0o600) };
}

async function endOf({ path }: LogFile): Promise<string> {
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\n').slice(-LOG_TAIL_LINES);
  return `The end of ${path}:\n${lines.join('\n')}`;
}

/**
 * Everything on one machine: what `npm start` runs. Returns when the signal says so and all is ended in order. What ends by
 * itself is restarted. The bus is this process', so that the media node and its calls outlive the server.
 */
async function start({ host, port: wanted }: Config, signal: AbortSignal): Promise<void> {
  const port = await choosePort(host, wanted, signal);
  await buildClientIfStale(signal);
  await using owned = new AsyncDisposableStack();
  const surroundings = await startSurroundings({ ...process.env, PORT: String(port) }, signal);
  owned.defer(surroundings.stop);
  const config = readLocalConfig(surroundings.environment);
  // A person wants to read the few lines below; a service manager, or a file, wants the log itself.
  const logFile = process.stdout.isTTY ? await openLog(config.dataFolder) : undefined;
  if (logFile) owned.defer(() => logFile.handle.close());
  const output = logFile?.handle.fd ?? 'inherit';
  // Restarts take less time with it.
  const compileCache = join(config.dataFolder, 'compile-cache');
  await emptyCompileCache(compileCache);
  const environment = { NODE_COMPILE_CACHE: compileCache, ...surroundings.environment };
  const destination = pino.destination({ dest: logFile?.handle.fd ?? 1, sync: true });
  // A full disk, or a reader that has gone: nothing that runs is to end because of its log.
  destination.on('error', () => {});
  const log = createLog({ name: 'start', level: config.logLevel, destination });
  const bus = createLocalBus({
    report: (err, subject) => log.warn({ err, subject }, 'A bus handler failed'),
  });
  owned.defer(() => bus.close());
  if (config.natsUrl === null) {
    const mediaNode = superviseMediaNode({
      bus,
      log,
      env: { NODE_COMPILE_CACHE: compileCache, ...config.mediaNodeEnv },
      output,
    });
    mediaNode.replaceWhenSilent();
    owned.defer(() => mediaNode.stop());
  }
  const launch = () =>
    startServer({
      environment,
      url: localUrl(host, port),
      shutdownSeconds: config.shutdownDelaySeconds + config.shutdownSeconds,
      log: output,
      ...(config.natsUrl === null && { bus }),
      signal,
    });
  let server = launch();
  // The server first, because it writes to the log and the database.
  owned.defer(() => server.stop());
  try {
    await withProgress('Starting the server', () => server.ready);
  } catch (error) {
    if (logFile && !signal.aborted) console.error(await endOf(logFile));
    throw error;
  }
  console.log(await welcome({ config, url: config.publicUrl, logFile: logFile?.path }));
  const parts: readonly Part[] = [
    {
      name: 'server',
      ended: () => server.ended,
      async restart() {
        await server.stop();
        server = launch();
      },
    },
    ...(surroundings.database ? [surroundings.database] : []),
  ];
  await Promise.allSettled(parts.map((part) => keepRunning(part, log, signal)));
}

await runUntilStopped((signal) =>
  withDataFolder(async (config) => {
    await checkMediaNode(config);
    await start(config, signal);
  }),
);
