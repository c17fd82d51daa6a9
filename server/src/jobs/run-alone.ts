import { releaseLock, tryLock } from '#server/db/advisory-lock.ts';
import type { Db } from '#server/db/database.ts';

/**
 * Runs the work unless the same runs already, on whichever server: then it does nothing, at once. A queue of graphile-worker's would keep
 * the work apart too, but stays locked for four hours when its server is killed. This lock ends with the connection.
 */
export const runAlone = (db: Db, name: string, work: () => Promise<void>): Promise<void> =>
  db.connection().execute(async (connection) => {
    const key = `hibiki:job:${name}`;
    if (!(await tryLock(connection, key))) return;
    try {
      await work();
    } finally {
      await releaseLock(connection, key);
    }
  });
