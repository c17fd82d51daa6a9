import { AppError } from '#protocol/app-error.ts';
import type { CustomerId, FilmId, RecordingFileId, RecordingId } from '#protocol/ids.ts';
import type { FilmFormat } from '#protocol/sfu/film.ts';
import type { RecordedSource } from '#protocol/sfu/recording.ts';
import type { Db } from '#server/db/database.ts';
import { isUuid } from '#server/uuid.ts';

/** A file of a recording, or a film of it, as it is read from its node and kept by whoever downloads it. */
export interface ReadableFile {
  readonly id: RecordingFileId | FilmId;
  /** In whose folder it is; null: in the recording's own. */
  readonly section_id: RecordingId | null;
  readonly media_type: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly started_at: Date;
  /** Name of the recording. */
  readonly name: string;
  readonly customer_id: CustomerId;
  /** Who is seen or heard in it; empty for a film, which shows everyone. */
  readonly party_name: string;
  /** What it shows. */
  readonly source: RecordedSource | FilmFormat;
}

const recorded = (db: Db, recordingId: RecordingId) =>
  db
    .selectFrom('recording_files as f')
    .innerJoin('recordings as r', 'r.id', 'f.recording_id')
    .where('f.recording_id', '=', recordingId)
    .select([
      ...(['f.id', 'f.section_id', 'f.media_type', 'f.bytes', 'f.sha256', 'f.started_at'] as const),
      ...(['f.party_name', 'f.source', 'r.name', 'r.customer_id'] as const),
    ])
    .orderBy('f.offset_ms')
    .orderBy('f.id');

const films = (db: Db, recordingId: RecordingId) =>
  db
    .selectFrom('recording_films as f')
    .innerJoin('recordings as r', 'r.id', 'f.recording_id')
    .where('f.recording_id', '=', recordingId)
    .where('f.state', '=', 'ready')
    .select([
      ...(['f.id', 'f.section_id', 'f.media_type', 'f.bytes', 'f.sha256', 'f.format'] as const),
      ...(['r.started_at', 'r.name', 'r.customer_id'] as const),
    ])
    .orderBy('f.created_at');

type FilmRow = Awaited<ReturnType<ReturnType<typeof films>['execute']>>[number];

/** Undefined where its node has told nothing of it yet. */
function readableFilm({ format, media_type, bytes, sha256, ...film }: FilmRow): ReadableFile | undefined {
  if (media_type === null || bytes === null || sha256 === null) return undefined;
  return { ...film, media_type, bytes, sha256, party_name: '', source: format };
}

/** A file that was recorded, or a film that is ready. Throws `not-found`. */
export async function findFile(db: Db, recordingId: RecordingId, fileId: string): Promise<ReadableFile> {
  if (!isUuid(fileId)) throw new AppError('not-found');
  const file = await recorded(db, recordingId)
    .where('f.id', '=', fileId as RecordingFileId)
    .executeTakeFirst();
  if (file) return file;
  const film = await films(db, recordingId)
    .where('f.id', '=', fileId as FilmId)
    .executeTakeFirst();
  const readable = film && readableFilm(film);
  if (!readable) throw new AppError('not-found');
  return readable;
}

/** All of them: what was recorded in its order, then the films. */
export async function filesOf(db: Db, recordingId: RecordingId): Promise<readonly ReadableFile[]> {
  const [files, made] = [await recorded(db, recordingId).execute(), await films(db, recordingId).execute()];
  return [...files, ...made.flatMap((film) => readableFilm(film) ?? [])];
}
