import { sql } from 'kysely';
import type { Trx } from '#server/db/database.ts';

/** How many connections wait for locks of this transaction. */
export async function blockedBy(trx: Trx): Promise<number> {
  const { rows } = await sql`
    select distinct pid from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`.execute(
    trx,
  );
  return rows.length;
}
