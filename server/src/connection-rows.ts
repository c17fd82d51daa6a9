import type { Insertable } from 'kysely';
import type { Db } from './db/database.ts';
import type { ConnectionsTable } from './db/schema.ts';

const FOREIGN_KEY_VIOLATION = '23503';

/**
 * Adds a row to somebody's call history. Whoever was deleted during the call has no history any more, which is no
 * reason for the other side to lose theirs.
 */
export async function addConnection(db: Db, row: Insertable<ConnectionsTable>): Promise<void> {
  try {
    await db.insertInto('connections').values(row).execute();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === FOREIGN_KEY_VIOLATION) return;
    throw error;
  }
}
