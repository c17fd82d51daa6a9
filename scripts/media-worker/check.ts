import { spawn } from 'node:child_process';

/** What the worker answers when it is started without MEDIASOUP_VERSION (main.cpp); nothing else ends so. */
const MISSING_VERSION_CODE = 41;
const CHECK_LIMIT_MS = 5_000;

/**
 * Whether a file is a worker that runs on this machine: one that was built for another libc, or whose libraries have been
 * upgraded away, does not.
 */
export function isRunnableWorker(file: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const child = spawn(file, { env: {}, stdio: 'ignore', timeout: CHECK_LIMIT_MS });
  child.once('error', () => resolve(false));
  child.once('exit', (code) => resolve(code === MISSING_VERSION_CODE));
  return promise;
}
