import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Db, Trx } from '#server/db/database.ts';
import type { Schema } from '#server/db/schema.ts';
import { eventually } from './eventually.ts';

/**
 * Changes rows of a table while whoever asks for them loses the connection to the database. Resolves once that has happened
 * and the change is committed.
 *
 * @param ask makes someone ask
 */
export async function changeWhileAway(
  db: Db,
  table: keyof Schema,
  change: (trx: Trx) => Promise<unknown>,
  ask: () => void,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(trx);
    await change(trx);
    ask();
    await eventually(async () => {
      // Over another connection: a transaction sees the activity as it was when it looked first.
      const { rows } = await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and strpos(query, ${`"${table}"`}) > 0
      `.execute(db);
      expect(rows.length).toBeGreaterThan(0);
    });
  });
}
