import { sql } from 'kysely';
import { AppError } from '#protocol/app-error.ts';
import type { FilmId, RecordingFileId } from '#protocol/ids.ts';
import { iri } from '#protocol/rest/field.ts';
import { recordings as definition } from '#protocol/rest/resources/recording.ts';
import type { FilmFault, FilmFormat, FilmState } from '#protocol/sfu/film.ts';
import type { Db } from '#server/db/database.ts';
import { searchIndexes } from '#server/db/search-index.ts';
import { addJob } from '#server/jobs/add-job.ts';
import { foldersOf } from '#server/recording/sections.ts';
import { dateFilters } from '#server/rest/date-filters.ts';
import { ownedRows, partyIri, partyName, partyOfColumns, readableCustomer } from '#server/rest/parties.ts';
import { containsByIndex, isOneOf, rowSource } from '#server/rest/row-source.ts';
import { serverResource } from '#server/rest/server-resource.ts';

const id = sql.ref<string>('recordings.id');
const owned = ownedRows('recordings', 'user_id', 'device_id');
const DAY_MS = 86_400_000;

interface FileRow {
  readonly id: RecordingFileId;
  readonly name: string;
  readonly source: 'camera' | 'screen' | 'playback';
  readonly mediaType: string;
  readonly start: string;
  readonly offset: number;
  readonly duration: number;
  readonly bytes: number;
  readonly sha256: string;
}

const files = sql<FileRow[]>`coalesce((
  select json_agg(json_build_object(
    'id', f.id, 'name', f.party_name, 'source', f.source, 'mediaType', f.media_type,
    'start', to_char(f.started_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'offset', f.offset_ms / 1000.0, 'duration', f.duration_ms / 1000.0, 'bytes', f.bytes, 'sha256', f.sha256)
    order by f.offset_ms, f.id)
  from recording_files f where f.recording_id = recordings.id), '[]')`;

interface FilmRow {
  readonly id: FilmId;
  readonly format: FilmFormat;
  readonly state: FilmState['state'];
  readonly progress: number;
  readonly fault: FilmFault | null;
  readonly created: string;
  readonly mediaType: string | null;
  readonly duration: number | null;
  readonly bytes: number | null;
  readonly sha256: string | null;
}

const films = sql<FilmRow[]>`coalesce((
  select json_agg(json_build_object(
    'id', f.id, 'format', f.format, 'state', f.state, 'progress', round(f.progress::numeric, 3), 'fault', f.fault,
    'created', to_char(f.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'mediaType', f.media_type, 'duration', f.duration_ms / 1000.0, 'bytes', f.bytes, 'sha256', f.sha256)
    order by f.created_at, f.id)
  from recording_films f where f.recording_id = recordings.id), '[]')`;

const keepDays = sql<
  number | null
>`(select recording_keep_days from customers where customers.id = recordings.customer_id)`;

export interface KeptRecording {
  readonly started_at: Date;
  /** Days after which the customer's recordings are deleted; null: after RECORDING_KEEP_DAYS, the setting of the installation. */
  readonly keep_days: number | null;
}

/** When a recording is deleted by itself. @param keepDays of the installation */
export const expiryOf = ({ started_at, keep_days }: KeptRecording, keepDays: number): Date =>
  new Date(started_at.getTime() + (keep_days ?? keepDays) * DAY_MS);

export const recordingsResource = serverResource({
  definition,
  table: 'recordings',
  rows: (db: Db) =>
    rowSource(
      db
        .selectFrom('recordings')
        .leftJoin('users as ru', 'ru.id', 'recordings.user_id')
        .leftJoin('devices as rd', 'rd.id', 'recordings.device_id')
        .leftJoin('customers', 'customers.id', 'recordings.customer_id')
        .select([
          partyName('ru', 'rd').as('owner_name'),
          'customers.name as customer_name',
          'recordings.id',
          'recordings.revision',
          'recordings.name',
          'recordings.user_id',
          'recordings.device_id',
          'recordings.customer_id',
          'recordings.group_id',
          'recordings.state',
          'recordings.fault',
          'recordings.started_by',
          'recordings.started_at',
          'recordings.ended_at',
          'recordings.duration_ms',
          'recordings.bytes',
          keepDays.as('keep_days'),
          files.as('files'),
          films.as('films'),
        ]),
      id,
      db.selectFrom('recordings'),
    ),
  id,
  reaches: owned.reaches,
  filters: {
    ...owned.filters,
    state: (values) => isOneOf(sql.ref('recordings.state'), values),
    ...dateFilters('start', sql.ref('recordings.started_at')),
  },
  orders: { start: sql.ref('recordings.started_at') },
  search: containsByIndex([sql.ref('recordings.name')], searchIndexes.recordings),

  show: (row, { deps, principal }) => ({
    id: row.id,
    name: row.name,
    owner: partyIri(partyOfColumns(row.user_id, row.device_id)),
    ownerName: row.owner_name,
    customer: iri('customers', row.customer_id),
    customerName: readableCustomer(principal, row.customer_id, row.customer_name),
    group: row.group_id && iri('groups', row.group_id),
    state: row.state,
    fault: row.fault,
    startedBy: row.started_by,
    start: row.started_at.toISOString(),
    end: row.ended_at?.toISOString() ?? null,
    duration: row.duration_ms === null ? null : row.duration_ms / 1_000,
    bytes: row.bytes,
    expires: expiryOf(row, deps.recordingKeepDays).toISOString(),
    files: row.files,
    films: row.films,
  }),

  /** The files follow by a job: the node that has them may be away just now. */
  async delete(context, row) {
    // The recorder learns nothing from a row that is gone: stop it first.
    if (row.state === 'starting' || row.state === 'recording') throw new AppError('recording-unfinished');
    const folders = await foldersOf(context.db, [row.id]);
    await context.db.deleteFrom('recordings').where('id', '=', row.id).execute();
    for (const recordingId of folders) await addJob(context.db, 'remove-recording-files', { recordingId });
    await context.audit('delete', 'recordings', row.id, row.customer_id);
  },
});
