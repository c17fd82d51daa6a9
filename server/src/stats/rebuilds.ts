import { sql } from 'kysely';
import type { Logger } from '#platform/log.ts';
import type { CustomerId } from '#protocol/ids.ts';
import { releaseLock, tryLock } from '#server/db/advisory-lock.ts';
import type { Db } from '#server/db/database.ts';
import { repairTimeZones } from './time-zones.ts';

const LOCK_KEY = 'hibiki:statistics-rebuilds';

/**
 * Makes statistics again that could not be counted when a call ended, or that a change of the time zone has made wrong
 * (`statistics_rebuilds`). Each customer's are made in a transaction of their own, for which no one waits: calls of that customer that
 * end meanwhile are queued for the next time. What fails stays queued, and is logged.
 *
 * @param db over which an answer may take any time
 * @returns false where another process or job makes them now: millions of calls take longer than the time between two jobs, and those
 * that waited would keep the connections of everyone else
 */
export const rebuildQueuedStatistics = (db: Db, log: Logger): Promise<boolean> =>
  db.connection().execute(async (connection) => {
    if (!(await tryLock(connection, LOCK_KEY))) return false;
    try {
      await rebuildAll(connection, log);
      return true;
    } finally {
      await releaseLock(connection, LOCK_KEY);
    }
  });

async function rebuildAll(db: Db, log: Logger): Promise<void> {
  const { rows } = await sql<{ customer_id: CustomerId }>`
    select customer_id from statistics_rebuilds group by customer_id order by min(id)`.execute(db);
  if (rows.length === 0) return;
  await repairTimeZones(db, log);
  for (const { customer_id: customerId } of rows) {
    try {
      await rebuild(db, customerId, log);
    } catch (err) {
      log.error({ err, customerId }, 'Statistics cannot be made again, and are tried in a minute');
    }
  }
}

async function rebuild(db: Db, customerId: CustomerId, log: Logger): Promise<void> {
  // What is queued now, as one row: all those calls are there to be counted.
  const { rows } = await sql<{ id: number; reason: string }>`
    with queued as (delete from statistics_rebuilds where customer_id = ${customerId} returning since, reason)
    insert into statistics_rebuilds (customer_id, since, reason)
    select ${customerId}, min(since), min(reason) from queued having count(*) > 0
    returning id, reason`.execute(db);
  const [queued] = rows;
  if (!queued) return;
  await db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx);
    await sql`
      select rebuild_statistics(customer_id, since) from statistics_rebuilds where id = ${queued.id}`.execute(
      trx,
    );
    await sql`delete from statistics_rebuilds where id = ${queued.id}`.execute(trx);
  });
  log.info({ customerId, reason: queued.reason }, 'Statistics made again');
}
