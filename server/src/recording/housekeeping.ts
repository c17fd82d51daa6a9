import { sql } from 'kysely';
import type { Logger } from '#platform/log.ts';
import type { Db } from '#server/db/database.ts';
import { addJob } from '#server/jobs/add-job.ts';
import type { Schedule } from '#server/jobs/jobs.ts';
import type { Sfu } from '#server/sfu/sfu.ts';
import type { RecordingFiles } from './recording-files.ts';
import { foldersOf } from './sections.ts';
import { recordingsOn, unknownAmong } from './unknown-recordings.ts';

/** When the jobs of recordings come by themselves. */
export const RECORDING_SCHEDULE: readonly Schedule[] = [
  { job: 'reconcile-recordings', at: '* * * * *' },
  { job: 'remove-old-recordings', at: '29 * * * *' },
];

const BATCH_SIZE = 1_000;
/** Younger folders are left alone: their recording may still be starting. */
const SETTLED_MS = 3_600_000;
/** How long it is known of a recording that it was deleted. A node that was away for longer keeps its files. */
const REMOVED_KEEP_DAYS = 400;

/**
 * Recordings past their time, with their files: their customer's, or where that has none the installation's (days). What is
 * still being made stays.
 */
export async function removeOldRecordings(db: Db, keepDays: number): Promise<void> {
  for (;;) {
    const removed = await db.transaction().execute(async (trx) => {
      const old = await trx
        .selectFrom('recordings')
        .innerJoin('customers', 'customers.id', 'recordings.customer_id')
        .where(
          sql<boolean>`started_at < now() - coalesce(recording_keep_days, ${keepDays}::integer) * interval '1 day'`,
        )
        .where('recordings.state', 'not in', ['starting', 'recording', 'finishing'])
        .select('recordings.id')
        .limit(BATCH_SIZE)
        .forUpdate('recordings')
        .execute();
      const ids = old.map(({ id }) => id);
      const folders = await foldersOf(trx, ids);
      if (ids.length > 0) await trx.deleteFrom('recordings').where('id', 'in', ids).execute();
      for (const recordingId of folders) await addJob(trx, 'remove-recording-files', { recordingId });
      return ids.length;
    });
    if (removed < BATCH_SIZE) return;
  }
}

/**
 * Files that are still on a node although their recording was deleted: the node was away then. A recording that the database does
 * not know at all is left alone, as an older database that was restored does not know the newest ones.
 *
 * @param settledMs only folders that were not written for so long are looked at
 */
export async function removeDeletedRecordings(
  db: Db,
  sfu: Sfu,
  files: RecordingFiles,
  log: Logger,
  settledMs = SETTLED_MS,
): Promise<void> {
  await forgetRemoved(db);
  for (const { nodeId } of sfu.nodes) {
    let unknown = 0;
    const before = Date.now() - settledMs;
    for await (const recordings of recordingsOn(sfu, nodeId)) {
      const settled = recordings.filter(({ changedAt }) => Date.parse(changedAt) < before);
      const ids = settled.map(({ recordingId }) => recordingId);
      if (ids.length === 0) continue;
      const removed = await db.selectFrom('removed_recordings').where('id', 'in', ids).select('id').execute();
      unknown += (await unknownAmong(db, ids)).length;
      for (const { id } of removed) {
        await files.removeFrom(nodeId, id);
        log.info({ recordingId: id, nodeId }, 'deleted recording removed');
      }
    }
    if (unknown > 0)
      log.warn({ nodeId, unknown }, 'recordings that the database does not know are left alone');
  }
}

async function forgetRemoved(db: Db): Promise<void> {
  await db
    .deleteFrom('removed_recordings')
    .where('removed_at', '<', sql<Date>`now() - ${REMOVED_KEEP_DAYS} * interval '1 day'`)
    .execute();
}
