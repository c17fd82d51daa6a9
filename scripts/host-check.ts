import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { freeDiskBytes } from '#platform/disk-space.ts';
import { SetUpError } from './set-up-error.ts';

const MEBIBYTE = 2 ** 20;
/** Worker, client, database and its first write-ahead log. */
const FIRST_START_BYTES = 300 * MEBIBYTE;
/** Recovery after a crash and a few files of the write-ahead log: less than is left once the server refuses to write. */
const LATER_START_BYTES = 64 * MEBIBYTE;
/** An earlier start that was killed leaves its server a moment to close, which frees the port. */
const PORT_LIMIT_MS = 5_000;
const PORT_RETRY_MS = 250;

/**
 * @param isFirst the folder has no database yet
 * @throws SetUpError if too little is free for what a start writes.
 */
export async function checkDiskSpace(folder: string, isFirst: boolean): Promise<void> {
  const free = await freeDiskBytes(folder);
  const needed = isFirst ? FIRST_START_BYTES : LATER_START_BYTES;
  if (free >= needed) return;
  throw new SetUpError(
    `Only ${Math.round(free / MEBIBYTE)} MB are free where ${folder} lies; at least ${needed / MEBIBYTE} MB are needed.`,
  );
}

/** Listens for a moment: undefined if that failed as 'in use', else the port. */
function probe(host: string, port: number): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  const server = createServer();
  server.once('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE') return resolve(undefined);
    if (error.code === 'EACCES') {
      return reject(new SetUpError(`Port ${port} is reserved for root. Choose another: PORT=3000 npm start`));
    }
    if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
      return reject(new SetUpError(`HOST is ${host}, which is no address of this machine.`));
    }
    reject(error);
  });
  server.listen(port, host, () => {
    const address = server.address();
    const bound = typeof address === 'object' && address !== null ? address.port : port;
    server.close(() => resolve(bound));
  });
  return promise;
}

/**
 * Makes sure that the server can listen. Port 0 stands for any free one.
 *
 * @returns the port to use.
 * @throws SetUpError with a clear sentence if another program has it.
 */
export async function choosePort(host: string, port: number, signal?: AbortSignal): Promise<number> {
  const deadline = Date.now() + PORT_LIMIT_MS;
  for (let isFirst = true; ; isFirst = false) {
    const free = await probe(host, port);
    if (free !== undefined) return free;
    if (isFirst)
      console.error(`Port ${port} is in use; waiting a moment in case an earlier start is ending.`);
    if (Date.now() > deadline) break;
    await sleep(PORT_RETRY_MS, undefined, signal && { signal });
  }
  throw new SetUpError(
    `Port ${port} on ${host} is in use by another program. Stop that one, or choose another port: ` +
      `PORT=${port + 1} npm start`,
  );
}

/** Where this machine itself reaches a server that listens on an address. */
export function localUrl(host: string, port: number): string {
  if (host === '0.0.0.0') return `http://127.0.0.1:${port}`;
  if (host === '::') return `http://[::1]:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
