import { Readable } from 'node:stream';
import { AppError } from '#protocol/app-error.ts';
import type { CustomerId, FilmId, RecordingId } from '#protocol/ids.ts';
import { type LogActor, writeLog } from '#server/audit-log.ts';
import { addressesOf } from '#server/recording/addresses.ts';
import { archiveBytes, archiveEntries, streamArchive } from '#server/recording/archive.ts';
import { archiveName, contentDisposition, downloadName } from '#server/recording/download-name.ts';
import { deleteFilm, requestFilm } from '#server/recording/films/film-rows.ts';
import { filesOf, findFile } from '#server/recording/readable-file.ts';
import { allMessagesOf, messagesOf } from '#server/recording/recorded-messages.ts';
import { SHARE_LINK } from '#server/recording/recording-access.ts';
import { openSince } from '#server/recording/sharing/recording-links.ts';
import type { Reach } from '#server/rest/access-table.ts';
import { originOfChange } from '#server/rest/audit.ts';
import type { RequestContext } from '#server/rest/context.ts';
import type { FileAnswer, Parameters } from '#server/rest/endpoint.ts';
import { findItem } from '#server/rest/find-item.ts';
import type { OwnParameters } from '#server/rest/list-query.ts';
import { itemChange, itemOperation, type Operation, operation } from '#server/rest/operation.ts';
import { isFresh, rangeOf } from '#server/rest/range.ts';
import { recordingsResource } from '#server/rest/resources/recordings.ts';
import { isUuid } from '#server/uuid.ts';

/** Who may read files of a recording, and by what. */
interface Reader {
  readonly recordingId: RecordingId;
  /** Names the permission: what is downloaded with it again is no other download. */
  readonly permission: string;
  /** Who has asked for the address; null: who asks now has a token. */
  readonly holder: LogActor | null;
  /** When the share link was made by which they read; null: by none. */
  readonly linkSince: Date | null;
}

interface ReadingInput {
  readonly params: Parameters;
  readonly own: OwnParameters;
  readonly reach: Reach;
}

/** By the permission of the address, or a token. Throws `unauthenticated`, `not-found`. */
async function readerOf(context: RequestContext, { params, own, reach }: ReadingInput): Promise<Reader> {
  const recordingId = (params.id ?? '') as RecordingId;
  if (!isUuid(recordingId)) throw new AppError('not-found');
  const access = typeof own.access === 'string' ? own.access : null;
  if (access === null) {
    if (reach === 'signed') throw new AppError('unauthenticated');
    await findItem(recordingsResource, context, recordingId, reach);
    return { recordingId, permission: context.requestId, holder: null, linkSince: null };
  }
  const holder = context.deps.recordingAccess.holderOf(recordingId, access);
  // As for one that does not exist: an old address says nothing.
  if (holder === null) throw new AppError('not-found');
  // A link that was deleted opens nothing at once.
  const linkSince =
    holder.kind === SHARE_LINK ? await openSince(context.db, holder.id ?? '', recordingId) : null;
  if (holder.kind === SHARE_LINK && linkSince === null) throw new AppError('not-found');
  return { recordingId, permission: access, holder, linkSince };
}

/** Once for each permission. By whom: who asks, or has asked for the address. */
async function logDownload(
  context: RequestContext,
  { recordingId, permission, holder, linkSince }: Reader,
  { id, customerId, name }: { readonly id: string; readonly customerId: CustomerId; readonly name: string },
): Promise<void> {
  const { recordingAccess } = context.deps;
  if (recordingAccess.isNoted(permission, id)) return;
  const origin = originOfChange(context);
  await writeLog(context.db, {
    ...origin,
    actor: holder ?? origin.actor,
    action: 'download',
    resource: 'recordings',
    resourceId: recordingId,
    customerId,
    details: {
      changes: [
        { field: 'file', before: null, after: name },
        ...(linkSince ? [{ field: 'link', before: null, after: linkSince.toISOString() }] : []),
      ],
    },
  });
  // Only now: what could not be written down is tried again.
  recordingAccess.note(permission, id);
}

/** What people have sent is shown as what it is, and as nothing else. */
const CONTENT_SECURITY_POLICY = "default-src 'none'; media-src 'self'; sandbox";

export const recordingOperations: readonly Operation[] = [
  itemOperation('recordings.access', recordingsResource, (context, recording) =>
    addressesOf(context.db, context.deps.recordingAccess, recording.id, originOfChange(context).actor),
  ),
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
  operation('recordings.file', async (context, input): Promise<FileAnswer> => {
    const { params, own, headers, method } = input;
    const reader = await readerOf(context, input);
    const { recordingId } = reader;
    const file = await findFile(context.db, recordingId, params.fileId ?? '');
    const etag = `"${file.sha256}"`;
    const common = {
      etag,
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-cache',
      'content-disposition': contentDisposition(downloadName(file), own.download === 'true'),
      'content-security-policy': CONTENT_SECURITY_POLICY,
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
    const isDownload = reader.holder === null || own.download === 'true';
    if (isDownload && first === 0) {
      const { id, party_name, source, customer_id: customerId } = file;
      const name = party_name === '' ? source : `${party_name}, ${source}`;
      await logDownload(context, reader, { id, customerId, name });
    }
    return {
      status: range ? 206 : 200,
      media: file.media_type,
      headers: sent,
      stream:
        last < first
          ? null
          : await context.deps.recordingFiles.read(file.section_id ?? recordingId, file.id, first, last),
    };
  }),
  operation('recordings.messages', async (context, input) => {
    const { recordingId } = await readerOf(context, input);
    return await messagesOf(context.db, recordingId, input.own.after ?? null);
  }),
  operation('recordings.archive', async (context, input): Promise<FileAnswer> => {
    const reader = await readerOf(context, input);
    const { recordingId } = reader;
    const files = await filesOf(context.db, recordingId);
    const [first, ...others] = files;
    if (!first) throw new AppError('not-found');
    const entries = archiveEntries([first, ...others], await allMessagesOf(context.db, recordingId));
    const headers = {
      'cache-control': 'private, no-cache',
      'content-disposition': contentDisposition(archiveName(first), true),
      'content-security-policy': CONTENT_SECURITY_POLICY,
      'content-length': `${archiveBytes(entries)}`,
    };
    const media = 'application/zip';
    if (input.method === 'HEAD') return { status: 200, media, headers, stream: Readable.from([]) };
    const { customer_id: customerId } = first;
    await logDownload(context, reader, { id: 'archive', customerId, name: 'archive' });
    const stream = await streamArchive(context.deps.recordingFiles, recordingId, entries);
    return { status: 200, media, headers, stream };
  }),
];
