import { sql } from 'kysely';
import type { Db } from './database.ts';

/** Between the moment that a row gets and the one at which its transaction can be seen to write. */
const MARGIN_MS = 1_000;

/**
 * A moment before which no more rows will be written, by `clock_timestamp()` in them: rows of transactions in progress, which no one sees
 * yet, are younger than the oldest of those. To be asked in a statement of its own before the rows are read; the servers of a cluster
 * have to use the same role of the database, or those of another one are not seen.
 */
export async function settledUntil(db: Db): Promise<Date> {
  const { rows } = await sql<{ until: Date }>`
    select least(clock_timestamp() - ${MARGIN_MS} * interval '1 millisecond', min(xact_start)) as until
    from pg_stat_activity where datname = current_database() and backend_xid is not null`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('An aggregate has one row');
  return row.until;
}
