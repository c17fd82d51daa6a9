import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from './database.ts';

/** Of the session-level advisory lock that is held while a database is migrated. */
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
    const tryLock = async (): Promise<boolean> => {
      const { rows } = await sql<{ locked: boolean }>`
        select pg_try_advisory_lock(hashtextextended(${LOCK_KEY}, 0)) as locked`.execute(connection);
      return rows[0]?.locked ?? false;
    };
    while (!(await tryLock())) await sleep(POLL_MS, undefined, { signal });
    try {
      return await work();
    } finally {
      await sql`select pg_advisory_unlock(hashtextextended(${LOCK_KEY}, 0))`.execute(connection);
    }
  });
