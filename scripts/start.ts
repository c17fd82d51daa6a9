import { type FileHandle, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#server/config.ts';
import { buildClientIfStale } from './client-build.ts';
import { choosePort, localUrl } from './host-check.ts';
import { withProgress } from './progress.mjs';
import { startServer } from './server-process.ts';
import { SetUpError } from './set-up-error.ts';
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

/** Everything on one machine: what `npm start` runs. Returns when the signal says so and all is ended in order. */
async function start({ host, port: wanted }: Config, signal: AbortSignal): Promise<void> {
  const port = await choosePort(host, wanted, signal);
  await buildClientIfStale(signal);
  const surroundings = await startSurroundings({ ...process.env, PORT: String(port) }, signal);
  try {
    const config = readLocalConfig(surroundings.environment);
    // A person wants to read the few lines below; a service manager, or a file, wants the log itself.
    const log = process.stdout.isTTY ? await openLog(config.dataFolder) : undefined;
    const server = startServer({
      environment: surroundings.environment,
      url: localUrl(host, port),
      shutdownSeconds: config.shutdownDelaySeconds + config.shutdownSeconds,
      log: log?.handle.fd ?? 'inherit',
      signal,
    });
    try {
      await withProgress('Starting the server', () => server.ready);
      console.log(await welcome({ config, url: config.publicUrl, logFile: log?.path }));
      throw new SetUpError(
        await Promise.race([
          server.ended.then((how) => `The server ended by itself (${how}).`),
          surroundings.failed,
        ]),
      );
    } catch (error) {
      if (log && !signal.aborted) console.error(await endOf(log));
      throw error;
    } finally {
      // The server first, because it writes to the log and the database.
      await server.stop();
      await log?.handle.close();
    }
  } finally {
    await surroundings.stop();
  }
}

await runUntilStopped((signal) => withDataFolder((config) => start(config, signal)));
