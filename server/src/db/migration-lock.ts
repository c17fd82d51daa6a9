import { setTimeout as sleep } from 'node:timers/promises';
import { releaseLock, tryLock } from './advisory-lock.ts';
import type { Db } from './database.ts';

const LOCK_KEY = 'hibiki:migrations';
const POLL_MS = 250;

/**
 * Runs the work while no other process migrates the same database. Whoever waits asks again and again instead of standing in the queue of
 * the lock: an index that is built concurrently would wait for their transactions, and they for it.
 */
export const withMigrationLock = <Result>(
  db: Db,
  work: () => Promise<Result>,
  signal: AbortSignal | undefined,
): Promise<Result> =>
  db.connection().execute(async (connection) => {
    while (!(await tryLock(connection, LOCK_KEY))) await sleep(POLL_MS, undefined, { signal });
    try {
      return await work();
    } finally {
      await releaseLock(connection, LOCK_KEY);
    }
  });
