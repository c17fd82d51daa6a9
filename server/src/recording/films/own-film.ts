import type { Logger } from '#platform/log.ts';
import { AppError } from '#protocol/app-error.ts';
import type { RecordingId } from '#protocol/ids.ts';
import type { Db, Trx } from '#server/db/database.ts';
import { addJob } from '#server/jobs/add-job.ts';
import { lockRecording, requestFilm } from './film-rows.ts';

/** A customer has so many films made at a time that this one waits. */
const RETRY_MS = 60_000;

/** Has the film made, in a job, that the recording's customer wants of each recording. Nothing happens if it wants none. */
export async function makeOwnFilmSoon(db: Db | Trx, recordingId: RecordingId, delayMs = 0): Promise<void> {
  const wanted = await db
    .selectFrom('recordings as r')
    .innerJoin('customers as c', 'c.id', 'r.customer_id')
    .where('r.id', '=', recordingId)
    .where('c.recording_film', 'is not', null)
    .select('r.id')
    .executeTakeFirst();
  if (wanted) await addJob(db, 'make-film', { recordingId }, { key: `make-film ${recordingId}`, delayMs });
}

export async function makeOwnFilm(db: Db, recordingId: RecordingId, log: Logger): Promise<void> {
  try {
    await db.transaction().execute(async (trx) => {
      await lockRecording(trx, recordingId);
      const recording = await trx
        .selectFrom('recordings as r')
        .innerJoin('customers as c', 'c.id', 'r.customer_id')
        .where('r.id', '=', recordingId)
        .select(['r.id', 'r.customer_id', 'r.state', 'c.recording_film'])
        .executeTakeFirst();
      if (recording?.recording_film) await requestFilm(trx, recording, recording.recording_film);
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'too-many-films') await makeOwnFilmSoon(db, recordingId, RETRY_MS);
    else log.info({ recordingId, code: error.code }, 'no film made of the recording');
  }
}
