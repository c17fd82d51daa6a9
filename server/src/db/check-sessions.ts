import { sql } from 'kysely';
import { CannotStart } from '#server/cannot-start.ts';
import type { Db } from './database.ts';

/** One round shows it while the pooler is idle; more of them in case others take its connections meanwhile. */
const ROUNDS = 5;

/**
 * Refuses a pooler that gives each transaction any of its connections (PgBouncer's transaction mode): settings, advisory locks
 * and `LISTEN` belong to a session of PostgreSQL, and would be lost, or another client's. Takes two connections of the pool.
 *
 * @throws CannotStart
 */
export const checkSessions = (db: Db): Promise<void> =>
  db.connection().execute((one) =>
    db.connection().execute(async (other) => {
      const first = new Set<number>();
      const second = new Set<number>();
      for (let round = 0; round < ROUNDS; round++) {
        first.add(await sessionOf(one));
        second.add(await sessionOf(other));
      }
      // Two connections that are open at the same time are two sessions, and each stays what it is.
      if (new Set([...first, ...second]).size === 2 && first.size === 1) return;
      throw new CannotStart(
        'DATABASE_URL leads to a pooler in transaction mode: set pool_mode = session there, or name PostgreSQL itself. ' +
          'LISTEN, advisory locks and settings of a connection need a session of their own.',
      );
    }),
  );

/** The process of PostgreSQL that serves a connection now. */
async function sessionOf(connection: Db): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(connection);
  return rows[0]?.pid ?? 0;
}
