import { sql } from 'kysely';
import type { Logger } from '#platform/log.ts';
import type { RecordingId } from '#protocol/ids.ts';
import type { Db } from '#server/db/database.ts';
import { addJob } from '#server/jobs/add-job.ts';
import type { Schedule } from '#server/jobs/jobs.ts';
import type { Sfu } from '#server/sfu/sfu.ts';

/** When the jobs of recordings come by themselves. */
export const RECORDING_SCHEDULE: readonly Schedule[] = [
  { job: 'reconcile-recordings', at: '* * * * *' },
  { job: 'remove-old-recordings', at: '29 * * * *' },
];

const BATCH_SIZE = 1_000;
/** A folder without a row is older than this before it is swept up: rows are written before folders are made. */
const ORPHAN_MS = 3_600_000;

/**
 * Recordings past their time, with their files: their customer's, or where that has none the installation's (days). What is
 * still being made stays.
 */
export async function removeOldRecordings(db: Db, keepDays: number): Promise<void> {
  for (;;) {
    const removed = await db.transaction().execute(async (trx) => {
      const rows = await trx
        .deleteFrom('recordings')
        .where('id', 'in', (query) =>
          query
            .selectFrom('recordings')
            .innerJoin('customers', 'customers.id', 'recordings.customer_id')
            .where(
              sql<boolean>`started_at < now() - coalesce(recording_keep_days, ${keepDays}::integer) * interval '1 day'`,
            )
            .where('recordings.state', 'not in', ['starting', 'recording', 'finishing'])
            .select('recordings.id')
            .limit(BATCH_SIZE),
        )
        .returning('id')
        .execute();
      for (const { id } of rows) await addJob(trx, 'remove-recording-files', { recordingId: id });
      return rows.length;
    });
    if (removed < BATCH_SIZE) return;
  }
}

/** Folders on the nodes that no row speaks of: of a deleted customer, or of a row deleted while the node was away. */
export async function removeOrphanedRecordings(db: Db, sfu: Sfu, log: Logger): Promise<void> {
  const before = Date.now() - ORPHAN_MS;
  for (const { nodeId } of sfu.nodes) {
    const { recordings } = await sfu.ask(nodeId, 'recording.list', {});
    const old = recordings.filter(({ changedAt }) => Date.parse(changedAt) < before);
    const known = await knownOf(
      db,
      old.map(({ recordingId }) => recordingId),
    );
    for (const { recordingId } of old) {
      if (known.has(recordingId)) continue;
      await sfu.ask(nodeId, 'recording.remove', { recordingId });
      log.info({ recordingId, nodeId }, 'orphaned recording removed');
    }
  }
}

async function knownOf(db: Db, ids: readonly RecordingId[]): Promise<ReadonlySet<RecordingId>> {
  if (ids.length === 0) return new Set();
  const rows = await db.selectFrom('recordings').where('id', 'in', ids).select('id').execute();
  return new Set(rows.map(({ id }) => id));
}
