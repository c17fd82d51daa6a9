import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Logger } from '#platform/log.ts';
import { CannotStart } from '#server/cannot-start.ts';
import type { Db } from './database.ts';
import { databaseProblem } from './database-problem.ts';

/** Servers and database are often started together, and the database takes longer. */
const START_TIMEOUT_MS = 30_000;
const RETRY_DELAY_MS = 500;

/**
 * Waits until the database answers. Fails at once where waiting is no use, such as for a wrong password, and on `signal`.
 *
 * @throws CannotStart
 */
export async function waitForDatabase(db: Db, log: Logger, signal: AbortSignal): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (let attempt = 1; ; attempt++) {
    try {
      await sql`select 1`.execute(db);
      return;
    } catch (error) {
      signal.throwIfAborted();
      const { reason, mayPass } = databaseProblem(error);
      if (!mayPass || Date.now() > deadline) {
        throw new CannotStart(`The database cannot be used: ${reason}. Check DATABASE_URL.`, {
          cause: error,
        });
      }
      if (attempt === 1) log.warn({ reason }, 'Waiting for the database');
      await sleep(RETRY_DELAY_MS, undefined, { signal });
    }
  }
}
