import { Readable } from 'node:stream';
import { AppError } from '#protocol/app-error.ts';
import type { CustomerId, FilmId, RecordingFileId, RecordingId } from '#protocol/ids.ts';
import { API_PREFIX } from '#protocol/rest/field.ts';
import type { FilmFormat } from '#protocol/sfu/film.ts';
import type { RecordedSource, Spans } from '#protocol/sfu/recording.ts';
import { type LogActor, writeLog } from '#server/audit-log.ts';
import { contentDisposition, downloadName } from '#server/recording/download-name.ts';
import { deleteFilm, requestFilm } from '#server/recording/films/film-rows.ts';
import { originOfChange } from '#server/rest/audit.ts';
import type { RequestContext } from '#server/rest/context.ts';
import { findItem } from '#server/rest/find-item.ts';
import { itemChange, itemOperation, type Operation, operation } from '#server/rest/operation.ts';
import { isFresh, rangeOf } from '#server/rest/range.ts';
import { recordingsResource } from '#server/rest/resources/recordings.ts';
import { isUuid } from '#server/uuid.ts';

const fileAddress = (recordingId: RecordingId, fileId: string): string =>
  `${API_PREFIX}/recordings/${recordingId}/files/${fileId}`;

const inSeconds = (spans: Spans | null): [from: number, to: number][] | null =>
  spans?.map(([from, to]) => [from / 1_000, to / 1_000]) ?? null;

interface ReadableFile {
  readonly id: RecordingFileId | FilmId;
  /** In whose folder it is. */
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

/** A file that was recorded, or a film. */
async function findFile(
  context: RequestContext,
  recordingId: RecordingId,
  fileId: string,
): Promise<ReadableFile> {
  if (!isUuid(fileId)) throw new AppError('not-found');
  const file = await context.db
    .selectFrom('recording_files')
    .innerJoin('recordings', 'recordings.id', 'recording_files.recording_id')
    .where('recording_files.id', '=', fileId as RecordingFileId)
    .where('recording_id', '=', recordingId)
    .select([
      'recording_files.id',
      'recording_files.section_id',
      'media_type',
      'recording_files.bytes',
      'sha256',
      'party_name',
      'recording_files.started_at',
      'recordings.name',
      'recordings.customer_id',
      'recording_files.source',
    ])
    .executeTakeFirst();
  return file ?? (await findFilm(context, recordingId, fileId as FilmId));
}

async function findFilm(
  context: RequestContext,
  recordingId: RecordingId,
  filmId: FilmId,
): Promise<ReadableFile> {
  const film = await context.db
    .selectFrom('recording_films as f')
    .innerJoin('recordings as r', 'r.id', 'f.recording_id')
    .where('f.id', '=', filmId)
    .where('f.recording_id', '=', recordingId)
    .where('f.state', '=', 'ready')
    .select([
      ...(['f.id', 'f.section_id', 'f.media_type', 'f.bytes', 'f.sha256', 'f.format'] as const),
      ...(['r.started_at', 'r.name', 'r.customer_id'] as const),
    ])
    .executeTakeFirst();
  if (!film) throw new AppError('not-found');
  const { format, media_type, bytes, sha256, ...rest } = film;
  if (media_type === null || bytes === null || sha256 === null) throw new AppError('not-found');
  return { ...rest, media_type, bytes, sha256, party_name: '', source: format };
}

/** By whom: who asks, or has asked for the address. */
async function logDownload(
  context: RequestContext,
  recordingId: RecordingId,
  { party_name, source, customer_id }: ReadableFile,
  holder: LogActor | null,
): Promise<void> {
  const origin = originOfChange(context);
  await writeLog(context.db, {
    ...origin,
    actor: holder ?? origin.actor,
    action: 'download',
    resource: 'recordings',
    resourceId: recordingId,
    customerId: customer_id,
    details: {
      changes: [
        { field: 'file', before: null, after: party_name === '' ? source : `${party_name}, ${source}` },
      ],
    },
  });
}

export const recordingOperations: readonly Operation[] = [
  itemOperation('recordings.access', recordingsResource, async (context, recording) => {
    const { db, deps } = context;
    const { token, expiresAt } = deps.recordingAccess.issue(recording.id, originOfChange(context).actor);
    const files = await db
      .selectFrom('recording_files')
      .where('recording_id', '=', recording.id)
      .select(['id', 'present', 'shown', 'spoken'])
      .orderBy('offset_ms')
      .orderBy('id')
      .execute();
    const films = await db
      .selectFrom('recording_films')
      .where('recording_id', '=', recording.id)
      .where('state', '=', 'ready')
      .select('id')
      .orderBy('created_at')
      .execute();
    const addresses = (id: string) => {
      const url = `${fileAddress(recording.id, id)}?access=${token}`;
      return { id, url, downloadUrl: `${url}&download=true` };
    };
    return {
      expires: expiresAt.toISOString(),
      films: films.map(({ id }) => addresses(id)),
      files: files.map(({ id, present, shown, spoken }) => {
        const spans = { present: inSeconds(present), shown: inSeconds(shown), spoken: inSeconds(spoken) };
        return { ...addresses(id), ...spans };
      }),
    };
  }),
  itemChange('recordings.makeFilm', recordingsResource, async (context, recording, { body }) => {
    if (!(await requestFilm(context.db, recording, body.format))) return { id: recording.id };
    await context.audit('make-film', 'recordings', recording.id, recording.customer_id, {
      changes: [{ field: 'film', before: null, after: body.format }],
    });
    return { id: recording.id };
  }),
  itemChange('recordings.deleteFilm', recordingsResource, async (context, recording, { params }) => {
    const filmId = params.filmId ?? '';
    if (!isUuid(filmId)) throw new AppError('not-found');
    const format = await deleteFilm(context.db, recording.id, filmId as FilmId);
    await context.audit('delete-film', 'recordings', recording.id, recording.customer_id, {
      changes: [{ field: 'film', before: format, after: null }],
    });
  }),
  operation('recordings.file', async (context, { params, own, reach, headers, method }) => {
    const { deps } = context;
    const recordingId = (params.id ?? '') as RecordingId;
    if (!isUuid(recordingId)) throw new AppError('not-found');
    const access = typeof own.access === 'string' ? own.access : null;
    if (access === null) {
      if (reach === 'signed') throw new AppError('unauthenticated');
      await findItem(recordingsResource, context, recordingId, reach);
    }
    const holder = access === null ? null : deps.recordingAccess.holderOf(recordingId, access);
    // As for one that does not exist: an old address says nothing.
    if (access !== null && holder === null) throw new AppError('not-found');
    const file = await findFile(context, recordingId, params.fileId ?? '');
    const etag = `"${file.sha256}"`;
    const common = {
      etag,
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-cache',
      'content-disposition': contentDisposition(downloadName(file), own.download === 'true'),
      // What people have sent is shown as what it is, and as nothing else.
      'content-security-policy': "default-src 'none'; media-src 'self'; sandbox",
    };
    if (isFresh(headers, etag)) return { status: 304, media: null, headers: common, stream: null };
    const range = rangeOf(headers, etag, file.bytes);
    if (range === 'unsatisfiable') {
      const refused = { ...common, 'content-range': `bytes */${file.bytes}` };
      return { status: 416, media: null, headers: refused, stream: null };
    }
    const { first, last } = range ?? { first: 0, last: file.bytes - 1 };
    const sent = {
      ...common,
      'content-length': `${last + 1 - first}`,
      ...(range && { 'content-range': `bytes ${first}-${last}/${file.bytes}` }),
    };
    // A stream, though without anything in it: of nothing at all Fastify would say the length itself.
    if (method === 'HEAD') {
      return {
        status: 200,
        media: file.media_type,
        headers: { ...common, 'content-length': `${file.bytes}` },
        stream: Readable.from([]),
      };
    }
    const isDownload = access === null || own.download === 'true';
    const permission = access ?? context.requestId;
    if (isDownload && first === 0 && !deps.recordingAccess.isNoted(permission, file.id)) {
      await logDownload(context, recordingId, file, holder);
      // Only now: what could not be written down is tried again.
      deps.recordingAccess.note(permission, file.id);
    }
    return {
      status: range ? 206 : 200,
      media: file.media_type,
      headers: sent,
      stream:
        last < first
          ? null
          : await deps.recordingFiles.read(file.section_id ?? recordingId, file.id, first, last),
    };
  }),
];
