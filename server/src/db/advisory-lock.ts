import { sql } from 'kysely';
import type { Db } from './database.ts';

/**
 * Takes a lock for the session of one connection (`db.connection()`), which loses it by `releaseLock`, or with the connection.
 *
 * @returns false, at once, where another session has it
 */
export async function tryLock(connection: Db, key: string): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_lock(hashtextextended(${key}, 0)) as locked`.execute(connection);
  return rows[0]?.locked ?? false;
}

export async function releaseLock(connection: Db, key: string): Promise<void> {
  await sql`select pg_advisory_unlock(hashtextextended(${key}, 0))`.execute(connection);
}
