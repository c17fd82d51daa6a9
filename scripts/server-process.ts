import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bus } from '#platform/bus/bus.ts';
import { linkChildBus } from '#platform/bus/ipc.ts';
import { hasExited, signalProcess } from './child-process.ts';
import { ROOT } from './paths.ts';
import { SetUpError } from './set-up-error.ts';

const READY_LIMIT_MS = 60_000;
const READY_POLL_MS = 100;
/** Extra time beyond the server's own limit. */
const STOP_MARGIN_MS = 5_000;

export interface ServerOptions {
  readonly environment: NodeJS.ProcessEnv;
  /** Where it answers on this machine. */
  readonly url: string;
  /** The server's own limit for an orderly end, with its delay. */
  readonly shutdownSeconds: number;
  /** Its log: a file's descriptor, or the terminal's. */
  readonly log: number | 'inherit';
  /** The server becomes a member of it. None by default: the server has a bus and a media node of its own. */
  readonly bus?: Bus;
  /** Ends the waiting below, not the server. */
  readonly signal: AbortSignal;
}

export interface ServerProcess {
  /** Resolves when the server answers that it can serve: database, migrations and a media node. */
  readonly ready: Promise<void>;
  /** Resolves with how it ended; rejects when the signal is aborted first. */
  readonly ended: Promise<string>;
  /** Ends it in order, and with force what is left of it after its time. Can be called twice. */
  stop(): Promise<void>;
}

/** Starts the server. */
export function startServer(options: ServerOptions): ServerProcess {
  // A process group of its own: Ctrl-C in the terminal must not reach it, nor the media node, before `stop` says so. The
  // channel shows it when this process has ended.
  const child = spawn(process.execPath, [join(ROOT, 'server/src/main.ts')], {
    cwd: ROOT,
    env: options.bus ? { ...options.environment, SUPERVISED: 'true' } : options.environment,
    detached: true,
    stdio: ['ignore', options.log, options.log === 'inherit' ? 'inherit' : options.log, 'ipc'],
  });
  if (options.bus) linkChildBus(options.bus, child);
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? `code ${code}`));
  });
  const aborted = new Promise<never>((_, reject) => {
    options.signal.addEventListener('abort', () => reject(options.signal.reason), { once: true });
  });
  const ended = Promise.race([exited, aborted]);
  // An unhandled rejection would end the process.
  ended.catch(() => {});

  const waitUntilReady = async (): Promise<void> => {
    const deadline = Date.now() + READY_LIMIT_MS;
    while (!hasExited(child)) {
      options.signal.throwIfAborted();
      const answer = await fetch(`${options.url}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(
        () => undefined,
      );
      if (answer?.ok) return;
      if (Date.now() > deadline) {
        throw new SetUpError(`The server was not ready after ${READY_LIMIT_MS / 1000} s.`);
      }
      await Promise.race([sleep(READY_POLL_MS), exited]);
    }
    throw new SetUpError(`The server ended (${await exited}) before it was ready.`);
  };

  const stopOnce = async (): Promise<void> => {
    if (!hasExited(child)) child.kill('SIGTERM');
    const timer = setTimeout(() => killGroup(child), options.shutdownSeconds * 1_000 + STOP_MARGIN_MS);
    await exited;
    clearTimeout(timer);
    // Children that have outlived the server, normally none.
    killGroup(child);
  };
  let stopped: Promise<void> | undefined;
  const ready = waitUntilReady();
  ready.catch(() => {});
  return {
    ready,
    ended,
    stop: () => {
      stopped ??= stopOnce();
      return stopped;
    },
  };
}

function killGroup({ pid }: ChildProcess): void {
  if (pid !== undefined) signalProcess(-pid, 'SIGKILL');
}
