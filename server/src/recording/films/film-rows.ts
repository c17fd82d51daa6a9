import { sql } from 'kysely';
import { AppError } from '#protocol/app-error.ts';
import type { CustomerId, FilmId, NodeId, RecordingId } from '#protocol/ids.ts';
import type { FilmFormat, FilmState } from '#protocol/sfu/film.ts';
import type { Db, Trx } from '#server/db/database.ts';
import { requireRoom } from '#server/db/recording-use.ts';
import { addJob } from '#server/jobs/add-job.ts';
import type { QueueWebhookEvent } from '#server/webhooks/webhook-event.ts';

/** Films of one customer that are not ready yet: a node makes one at a time, for all. */
const MAX_UNFINISHED = 20;

const NOW = sql<Date>`now()`;
const UNFINISHED = ['waiting', 'composing'] as const;

/**
 * Has a film made of a finished recording, which the caller has locked. The same format again: what is there, or is being made; one that failed
 * is tried again.
 *
 * Returns false where there was nothing to do. Throws `recording-unfinished`, `too-many-films`, `recording-quota`, and `not-found` where the recording has no files.
 */
export async function requestFilm(
  trx: Trx,
  recording: { readonly id: RecordingId; readonly customer_id: CustomerId; readonly state: string },
  format: FilmFormat,
): Promise<boolean> {
  if (recording.state !== 'ready' && recording.state !== 'interrupted') {
    throw new AppError(recording.state === 'failed' ? 'not-found' : 'recording-unfinished');
  }
  const file = await trx
    .selectFrom('recording_files')
    .where('recording_id', '=', recording.id)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  if (!file) throw new AppError('not-found');
  const { unfinished } = await trx
    .selectFrom('recording_films as f')
    .innerJoin('recordings as r', 'r.id', 'f.recording_id')
    .where('r.customer_id', '=', recording.customer_id)
    .where('f.state', 'in', UNFINISHED)
    .select(({ fn }) => fn.countAll<number>().as('unfinished'))
    .executeTakeFirstOrThrow();
  const film = await trx
    .insertInto('recording_films')
    .values({ recording_id: recording.id, format })
    .onConflict((conflict) =>
      conflict
        .columns(['recording_id', 'format'])
        .doUpdateSet({ state: 'waiting', fault: null, progress: 0, changed_at: NOW })
        .where('recording_films.state', '=', 'failed'),
    )
    .returning('id')
    .executeTakeFirst();
  if (!film) return false;
  await requireRoom(trx, recording.customer_id);
  if (Number(unfinished) >= MAX_UNFINISHED) throw new AppError('too-many-films');
  await noteChange(trx, recording.id);
  await composeSoon(trx, film.id);
  return true;
}

/** A node that has died is there again after a few seconds. */
const NODE_AWAY_MS = 3_000;

/** Gives the film to a media node, in a job. @param tries so often no node could be asked; the next try waits a little */
export const composeSoon = (db: Db | Trx, filmId: FilmId, tries = 0): Promise<void> =>
  addJob(
    db,
    'compose-film',
    { filmId, tries },
    { key: `compose-film ${filmId}`, delayMs: tries === 0 ? 0 : NODE_AWAY_MS },
  );

/** The caller has locked the recording. A job removes the file, as its node may be away just now. Throws `not-found`. */
export async function deleteFilm(trx: Trx, recordingId: RecordingId, filmId: FilmId): Promise<FilmFormat> {
  const film = await trx
    .deleteFrom('recording_films')
    .where('id', '=', filmId)
    .where('recording_id', '=', recordingId)
    .returning(['section_id', 'format'])
    .executeTakeFirst();
  if (!film) throw new AppError('not-found');
  await noteChange(trx, recordingId);
  if (film.section_id !== null) {
    await addJob(trx, 'remove-film-file', { filmId, recordingId: film.section_id });
  }
  return film.format;
}

/** Films that show a person by name, who is to be forgotten. They can be made again without it. */
export async function deleteFilmsWith(db: Db, partyId: string): Promise<void> {
  const films = await db
    .selectFrom('recording_films as f')
    .where('f.recording_id', 'in', (eb) =>
      eb.selectFrom('recording_files').where('party_id', '=', partyId).select('recording_id'),
    )
    .select(['f.id', 'f.recording_id'])
    .execute();
  for (const { id, recording_id } of films) {
    await db.transaction().execute(async (trx) => {
      await lockRecording(trx, recording_id);
      await deleteFilm(trx, recording_id, id);
    });
  }
}

/** A node makes it, in that folder. False where it was deleted meanwhile. */
export async function setPlace(
  db: Db,
  filmId: FilmId,
  nodeId: NodeId,
  sectionId: RecordingId,
): Promise<boolean> {
  const placed = await db
    .updateTable('recording_films')
    .set({ node_id: nodeId, section_id: sectionId, changed_at: NOW })
    .where('id', '=', filmId)
    .where('state', 'in', UNFINISHED)
    .returning('id')
    .executeTakeFirst();
  return placed !== undefined;
}

/** Writes down how far it is; when it is ready, the webhook event with it. Of several servers that hear of it one does. */
export async function writeFilmState(
  db: Db,
  queueWebhookEvent: QueueWebhookEvent,
  filmId: FilmId,
  change: FilmState,
): Promise<void> {
  const of = await db
    .selectFrom('recording_films')
    .where('id', '=', filmId)
    .select('recording_id')
    .executeTakeFirst();
  if (!of) return;
  await db.transaction().execute(async (trx) => {
    await lockRecording(trx, of.recording_id);
    const film = await trx
      .updateTable('recording_films')
      .set({ changed_at: NOW, state: change.state, ...valuesOf(change) })
      .where('id', '=', filmId)
      .where('state', 'in', UNFINISHED)
      .returning(['recording_id', 'format'])
      .executeTakeFirst();
    if (!film) return;
    const recording = await noteChange(trx, film.recording_id);
    if (change.state !== 'ready' || !recording) return;
    await queueWebhookEvent(trx, {
      name: 'film.ready',
      customerIds: [recording.customer_id],
      subject: filmId,
      timestamp: new Date().toISOString(),
      data: {
        filmId,
        recordingId: film.recording_id,
        groupId: recording.group_id,
        format: film.format,
        durationS: change.file.durationMs / 1_000,
        bytes: change.file.bytes,
      },
    });
  });
}

function valuesOf(change: FilmState) {
  switch (change.state) {
    case 'waiting':
      return {};
    case 'composing':
      return { progress: change.progress };
    case 'ready': {
      const { mediaType, bytes, durationMs, sha256 } = change.file;
      return { progress: 1, media_type: mediaType, bytes, duration_ms: durationMs, sha256 };
    }
    case 'failed':
      return { fault: change.fault };
  }
}

/** Before its films, as everyone does who changes both: in another order two would wait for each other. */
export const lockRecording = (trx: Trx, recordingId: RecordingId) =>
  trx.selectFrom('recordings').where('id', '=', recordingId).select('id').forUpdate().execute();

/** The node that was to make them is gone: they wait for it, or for another one. Returns them, oldest first. */
export async function takeBackFilms(db: Db, nodeId: NodeId): Promise<readonly FilmId[]> {
  const films = await db
    .updateTable('recording_films')
    .set({ state: 'waiting', changed_at: NOW })
    .where('node_id', '=', nodeId)
    .where('state', 'in', UNFINISHED)
    .returning(['id', 'created_at'])
    .execute();
  return films
    .sort((one, other) => one.created_at.getTime() - other.created_at.getTime())
    .map(({ id }) => id);
}

/** Clients that compare versions of the recording (ETag) see that it has changed. */
const noteChange = (trx: Trx, recordingId: RecordingId) =>
  trx
    .updateTable('recordings')
    .set(({ eb }) => ({ revision: eb('revision', '+', 1) }))
    .where('id', '=', recordingId)
    .returning(['customer_id', 'group_id'])
    .executeTakeFirst();

/**
 * Asks again for films about which no node has said anything for a while: it was away, or has refused. At most so many at a time; those that
 * were asked for longest ago come first, so that none is left out.
 */
export async function remindOfFilms(db: Db, silentS: number, limit: number): Promise<void> {
  const films = await db
    .updateTable('recording_films')
    .set({ changed_at: NOW })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('recording_films')
        .where('state', 'in', UNFINISHED)
        .where('changed_at', '<', sql<Date>`now() - ${silentS} * interval '1 second'`)
        .orderBy('changed_at')
        .limit(limit)
        .select('id'),
    )
    .returning(['id', 'created_at'])
    .execute();
  for (const id of oldestFirst(films)) await composeSoon(db, id);
}

const oldestFirst = (
  films: readonly { readonly id: FilmId; readonly created_at: Date }[],
): readonly FilmId[] =>
  films.toSorted((one, other) => one.created_at.getTime() - other.created_at.getTime()).map(({ id }) => id);
