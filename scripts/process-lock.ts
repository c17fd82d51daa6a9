import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const RETRY_MS = 250;

/** Held until `release` or the end of the process: the kernel closes the socket, so no lock is ever stale. */
export interface ProcessLock {
  release(): Promise<void>;
}

/**
 * Where the lock's socket listens. Linux has sockets without a file (abstract, a leading NUL) and Windows has pipes; both
 * go with their process. Elsewhere it is a file in the temporary folder.
 */
function lockAddress(name: string): string {
  const key = `hibiki-${createHash('sha256').update(name).digest('hex').slice(0, 32)}`;
  if (process.platform === 'linux') return `\0${key}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\${key}`;
  return join(tmpdir(), `${key}.sock`);
}

function listen(address: string): Promise<Server | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<Server | undefined>();
  const server = createServer((socket) => socket.destroy());
  server.once('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE') resolve(undefined);
    else reject(error);
  });
  server.listen(address, () => resolve(server));
  // A lock must not keep the process alive.
  server.unref();
  return promise;
}

function answers(address: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect(address);
  socket.once('connect', () => resolve(true));
  socket.once('error', () => resolve(false));
  return promise.finally(() => socket.destroy());
}

/** Takes the machine-wide lock of that name, or answers undefined at once when another process holds it. */
export async function tryLock(name: string): Promise<ProcessLock | undefined> {
  const address = lockAddress(name);
  let server = await listen(address);
  const isFile = process.platform !== 'linux' && process.platform !== 'win32';
  if (!server && isFile && !(await answers(address))) {
    // The file of a process that was killed; no one listens behind it.
    await rm(address, { force: true });
    server = await listen(address);
  }
  if (!server) return undefined;
  const held = server;
  return {
    release: async () => {
      if (held.listening) await new Promise<void>((resolve) => held.close(() => resolve()));
    },
  };
}

export interface LockOptions {
  /** Called once if another process holds it. */
  readonly onWait?: () => void;
  /** Ends the waiting. */
  readonly signal?: AbortSignal | undefined;
}

/** Waits for the lock. */
export async function lock(name: string, { onWait, signal }: LockOptions = {}): Promise<ProcessLock> {
  for (let isFirst = true; ; isFirst = false) {
    const held = await tryLock(name);
    if (held) return held;
    if (isFirst) onWait?.();
    await sleep(RETRY_MS, undefined, signal && { signal });
  }
}
