import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '#server/config.ts';
import { choosePort, localUrl } from './host-check.ts';
import { checkMediaNode } from './media-node-settings.ts';
import { packageFile, ROOT } from './paths.ts';
import { startServer } from './server-process.ts';
import { describeError, SetUpError } from './set-up-error.ts';
import { runUntilStopped } from './stop-signal.ts';
import { readLocalConfig, startSurroundings, withDataFolder } from './system.ts';
import { welcome } from './welcome.ts';

/** What the server and its media node are made of; the client's part is vite's. */
const WATCHED = ['server', 'sfu', 'platform', 'protocol', 'migrations'];
/** An editor writes in several steps, a checkout many files. */
const SETTLE_MS = 150;

/** Resolves at the first change of the server's sources after the call; rejects when the signal is aborted. */
async function nextChange(signal: AbortSignal): Promise<void> {
  const ended = new AbortController();
  try {
    await new Promise<void>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true, signal: ended.signal });
      for (const folder of WATCHED) {
        watch(join(ROOT, folder), { recursive: true, signal: ended.signal }, (_event, file) => {
          if (file && /\.ts$/.test(file) && !/\.test\.ts$/.test(file)) resolve();
        });
      }
    });
  } finally {
    ended.abort();
  }
  await sleep(SETTLE_MS, undefined, { signal });
}

interface ViteOptions {
  readonly host: string;
  readonly port: number;
  /** Where it passes the API on to; read by client/vite.config.ts. */
  readonly serverUrl: string;
}

/** In a process of its own, because vite ends its process on SIGTERM, here before the database has stopped. */
function startVite({ host, port, serverUrl }: ViteOptions) {
  const child = spawn(
    process.execPath,
    [packageFile('vite/bin/vite.js'), 'client', '--host', host, '--port', String(port), '--strictPort'],
    {
      cwd: ROOT,
      env: { ...process.env, DEV_SERVER_URL: serverUrl },
      // A process group of its own, which Ctrl-C does not reach. It ends when its input ends, with this process.
      detached: true,
      stdio: ['pipe', 'inherit', 'inherit'],
    },
  );
  const exited = once(child, 'exit');
  return {
    ended: exited.then(([code, signal]) => `The client's development server ended (${signal ?? code}).`),
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/**
 * For contributors: vite serves the client, with hot reload, on the port where `npm start` serves it, and passes the API on
 * to a server that is restarted whenever its sources change. Not `node --watch`: that would report every import of the
 * media node on the channel which the node's messages travel on.
 */
async function develop({ host, port: wanted }: Config, signal: AbortSignal): Promise<void> {
  const port = await choosePort(host, wanted, signal);
  const publicUrl = process.env.PUBLIC_URL || `http://localhost:${port}`;
  const serverPort = await choosePort('127.0.0.1', 0, signal);
  const serverUrl = localUrl('127.0.0.1', serverPort);
  const surroundings = await startSurroundings(
    { ...process.env, HOST: '127.0.0.1', PORT: String(serverPort), PUBLIC_URL: publicUrl },
    signal,
  );
  try {
    const { database } = surroundings;
    const config = readLocalConfig(surroundings.environment);
    const vite = startVite({ host, port, serverUrl });
    try {
      for (let isFirst = true; ; isFirst = false) {
        const changed = nextChange(signal);
        // It may reject while the server is still starting; it is awaited below.
        changed.catch(() => {});
        const server = startServer({
          environment: surroundings.environment,
          url: serverUrl,
          shutdownSeconds: config.shutdownDelaySeconds + config.shutdownSeconds,
          log: 'inherit',
          signal,
        });
        try {
          await server.ready.then(
            async () => {
              if (isFirst) console.log(await welcome({ config, url: publicUrl, logFile: undefined }));
              else console.log('The server runs again.');
            },
            (error) => {
              signal.throwIfAborted();
              console.error(`${describeError(error)} Waiting for a change.`);
            },
          );
          await Promise.race([
            changed,
            Promise.race([vite.ended, ...(database ? [database.ended()] : [])]).then((how) =>
              Promise.reject(new SetUpError(how)),
            ),
          ]);
        } finally {
          await server.stop();
        }
      }
    } finally {
      await vite.stop();
    }
  } finally {
    await surroundings.stop();
  }
}

await runUntilStopped((signal) =>
  withDataFolder(async (config) => {
    await checkMediaNode(config);
    await develop(config, signal);
  }),
);
