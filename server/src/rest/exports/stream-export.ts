import { Readable } from 'node:stream';
import { AppError } from '#protocol/app-error.ts';
import type { ExportId } from '#protocol/ids.ts';
import { MEDIA_CSV } from '#protocol/rest/hydra.ts';
import type { ExportedResource } from '#protocol/rest/resources/export.ts';
import { writeLog } from '#server/audit-log.ts';
import type { ExportRecord } from '#server/db/task-tables.ts';
import { overLimit } from '#server/limits/over-limit.ts';
import { contentDisposition } from '#server/recording/download-name.ts';
import { originOfChange } from '#server/rest/audit.ts';
import type { RequestContext } from '#server/rest/context.ts';
import { CSV_MARK, csvLine } from '#server/rest/csv.ts';
import type { FileAnswer } from '#server/rest/endpoint.ts';
import type { Readers } from '#server/rest/references.ts';
import { askerOf } from '#server/rest/tasks/asker.ts';
import { readListText } from '#server/rest/tasks/list-text.ts';
import { isUuid } from '#server/uuid.ts';
import { cellsOf } from './cells.ts';
import { exportReach } from './create-export.ts';
import { formatTime } from './format-time.ts';

/** Rows in memory at a time. */
const BATCH_SIZE = 500;
/** For the end of another download of the customer. */
const WAIT_AT_MOST_MS = 5_000;
const RETRY_AFTER_MS = 5_000;

/** What the address stands for; unknown and expired ones are answered alike. */
async function findExport({ db, deps }: RequestContext, id: string, access: string | undefined) {
  if (!isUuid(id) || access === undefined || !deps.exportAccess.verify(id, access)) {
    throw new AppError('not-found');
  }
  const row = await db
    .selectFrom('exports')
    .where('id', '=', id as ExportId)
    .selectAll()
    .executeTakeFirst();
  if (!row) throw new AppError('not-found');
  return row;
}

/** The list as who has asked for it may read it now, made while it is sent. */
export async function streamExport(
  asked: RequestContext,
  readers: Readers,
  request: { readonly id: string; readonly access: string | undefined; readonly isHead: boolean },
): Promise<FileAnswer> {
  const row = await findExport(asked, request.id, request.access);
  const principal = await asked.deps.auth.verifyAgain(askerOf(row));
  const context: RequestContext = { ...asked, principal, who: principal.kind, lang: row.lang };
  const resource = row.resource as ExportedResource;
  const reach = exportReach(context, resource);
  // The day of the zone in which the file's times are written.
  const day = formatTime(row.time_zone)(new Date().toISOString()).slice(0, 10);
  const headers = { 'content-disposition': contentDisposition(`${resource} ${day}.csv`, true) };
  const media = `${MEDIA_CSV}; charset=utf-8`;
  if (request.isHead) return { status: 200, media, headers, stream: Readable.from([]) };

  const { exportsDb, exportShares } = asked.deps;
  const share = row.customer_id ?? row.owner_id;
  if (!(await exportShares.takeFree(share, WAIT_AT_MOST_MS)))
    throw overLimit('exports-customer', RETRY_AFTER_MS);
  // Connections of its own: a slow download keeps no one else from the database.
  const trx = await exportsDb
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute()
    .catch((error: unknown) => {
      exportShares.giveBack(share);
      throw error;
    });
  let rows = 0;
  const lines = async function* (): AsyncGenerator<string> {
    yield CSV_MARK + csvLine(row.columns.map(({ field, heading }) => heading ?? field));
    const list = readListText(resource, row.query);
    const party = list.filters.party?.[0];
    const cells = cellsOf(resource, row.columns, { timeZone: row.time_zone, lang: row.lang, party });
    const reader = readers[resource];
    if (!reader) throw new Error(`Nothing reads ${resource}`);
    for await (const items of reader.selection.stream({ ...context, db: trx }, reach, list, BATCH_SIZE)) {
      yield items.map((item) => csvLine(cells(item))).join('');
      rows += items.length;
    }
  };
  const stream = Readable.from(lines(), { objectMode: false });
  // Also where it was broken off, or never begun.
  stream.once('close', () => {
    exportShares.giveBack(share);
    const ended = trx
      .rollback()
      .execute()
      .then(() => logDownload(context, row, rows));
    ended.catch((err: unknown) => asked.log.warn({ err }, 'The end of an export was not written down'));
  });
  return { status: 200, media, headers, stream };
}

const logDownload = (context: RequestContext, row: ExportRecord, rows: number): Promise<void> =>
  writeLog(context.db, {
    ...originOfChange(context),
    action: 'download',
    resource: row.resource,
    resourceId: row.id,
    customerId: row.logged_customer_id,
    details: { changes: [{ field: 'rows', before: null, after: String(rows) }] },
  });
