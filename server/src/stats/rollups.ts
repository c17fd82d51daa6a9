import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

/** Makes the rollups again from the raw rows, in one transaction; calls that end meanwhile wait for it. */
export async function rebuildRollups(db: Db): Promise<void> {
  await sql`select rebuild_statistics(null)`.execute(db);
}

export interface RollupDifference {
  readonly rollup: 'connection_hours' | 'connection_days' | 'connection_peer_days';
  /** How many of its rows are not what the raw rows say: wrong, missing or left over. */
  readonly rows: number;
}

/** Compares the rollups with the raw rows, as of one moment. Empty: they agree. */
export async function checkRollups(db: Db): Promise<readonly RollupDifference[]> {
  return await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const { rows } = await sql<RollupDifference>`
        with hours as (
          select customer_id, day, hour, count(*) as calls, sum(duration_s) as seconds
          from connection_local_times group by 1, 2, 3
        ), days as (
          select customer_id, day, count(*) as calls, sum(duration_s) as seconds
          from connection_local_times group by 1, 2
        ), peers as (
          select customer_id, day, peer_id, count(*) as calls, sum(duration_s) as seconds
          from connection_local_times group by 1, 2, 3
        )
        select 'connection_hours' as rollup, count(*) as rows
        from hours full join connection_hours kept using (customer_id, day, hour)
        where (coalesce(hours.calls, 0), coalesce(hours.seconds, 0)) <> (coalesce(kept.calls, 0), coalesce(kept.seconds, 0))
        union all
        select 'connection_days', count(*)
        from days full join connection_days kept using (customer_id, day)
        where (coalesce(days.calls, 0), coalesce(days.seconds, 0)) <> (coalesce(kept.calls, 0), coalesce(kept.seconds, 0))
        union all
        select 'connection_peer_days', count(*)
        from peers full join connection_peer_days kept using (customer_id, day, peer_id)
        where (coalesce(peers.calls, 0), coalesce(peers.seconds, 0)) <> (coalesce(kept.calls, 0), coalesce(kept.seconds, 0))
      `.execute(trx);
      return rows.filter((difference) => difference.rows > 0);
    });
}
