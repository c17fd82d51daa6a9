import { sql } from 'kysely';
import type { Trx } from './database.ts';

/** Takes these locks one after the other, in one statement. They are held until the transaction ends. */
export async function lockInOrder(trx: Trx, keys: readonly [string, ...string[]]): Promise<void> {
  const locks = keys.map((key) => sql`pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
  await sql`select ${sql.join(locks)}`.execute(trx);
}
