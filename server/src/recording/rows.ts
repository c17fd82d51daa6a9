import { sql } from 'kysely';
import type { CustomerId, DeviceId, GroupId, NodeId, RecordingId, RoomId, UserId } from '#protocol/ids.ts';
import type { RecordingResult, Spans } from '#protocol/sfu/recording.ts';
import type { RecordingFault } from '#protocol/signal/recording.ts';
import type { Db, Trx } from '#server/db/database.ts';
import { isUniqueViolation } from '#server/errors.ts';
import type { Principal } from '#server/principal.ts';
import type { TargetId } from '#server/sfu/leases.ts';
import { CONTINUE_WITHIN_MS, setSectionBegun } from './sections.ts';

/** Where the files of a section belong. */
export interface SectionPlace {
  readonly id: RecordingId;
  readonly recording_id: RecordingId;
  /** From the beginning of the recording. */
  readonly offset_ms: number;
}

/** Who a recording can belong to. */
export type RecordingOwner = Extract<Principal, { readonly kind: 'user' | 'manager' | 'device' }>;

export interface NewRecording {
  readonly customerId: CustomerId;
  /** Whose it is: a user's or a device's. */
  readonly userId: UserId | null;
  readonly deviceId: DeviceId | null;
  readonly groupId: GroupId | null;
  /** Whose call it is of. */
  readonly targetId: TargetId;
  readonly name: string;
  readonly roomId: RoomId;
  readonly nodeId: NodeId;
  readonly startedBy: string;
}

/** PostgreSQL takes 65,535 values in a statement. */
const FILES_A_STATEMENT = 1_000;
/** The database's clock: servers' own may differ. */
const NOW = sql<Date>`now()`;

/** The section that is being made, or was made last. */
const currentSection = sql<RecordingId>`coalesce(recordings.section_id, recordings.id)`;

const isCurrent = (sectionId: RecordingId) => sql<boolean>`${currentSection} = ${sectionId}`;

const recordingOf = (sectionId: RecordingId) =>
  sql<RecordingId>`(select recording_id from recording_sections where id = ${sectionId})`;

/** Null where the room is being recorded already. */
export async function insertRecording(db: Db, recording: NewRecording): Promise<RecordingId | null> {
  const { customerId, userId, deviceId, groupId, targetId, name, roomId, nodeId, startedBy } = recording;
  try {
    const { id } = await db
      .insertInto('recordings')
      .values({
        customer_id: customerId,
        user_id: userId,
        device_id: deviceId,
        group_id: groupId,
        target_id: targetId,
        name,
        room_id: roomId,
        node_id: nodeId,
        started_by: startedBy,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  } catch (error) {
    if (isUniqueViolation(error)) return null;
    throw error;
  }
}

/** The node has begun its first section. False where the recording has been stopped, or has ended, meanwhile. */
export async function setRecording(db: Db, recordingId: RecordingId, startedAt: string): Promise<boolean> {
  const begun = await db
    .updateTable('recordings')
    .set((eb) => ({
      state: 'recording',
      started_at: new Date(startedAt),
      revision: eb('revision', '+', 1),
    }))
    .where('id', '=', recordingId)
    .where('state', '=', 'starting')
    .returning('id')
    .executeTakeFirst();
  await setSectionBegun(db, recordingId);
  return begun !== undefined;
}

/** The section has stopped. Without effect if the recording waits for its next room, or already has a later section. */
export async function setFinishing(db: Db, sectionId: RecordingId): Promise<void> {
  await db
    .updateTable('recordings')
    .set((eb) => ({ state: 'finishing', ended_at: NOW, revision: eb('revision', '+', 1) }))
    .where('id', '=', recordingOf(sectionId))
    .where(isCurrent(sectionId))
    .where('waits_since', 'is', null)
    .where('state', 'in', ['starting', 'recording'])
    .execute();
}

/** Someone has stopped it: so it is stopped once its node can be asked. */
export async function setStopRequested(db: Db, recordingId: RecordingId): Promise<void> {
  await db
    .updateTable('recordings')
    .set({ stop_requested: true })
    .where('id', '=', recordingId)
    .where('state', 'in', ['starting', 'recording'])
    .execute();
}

/** Nobody has to look for what no node has begun. */
const CANNOT_HAVE_BEGUN: readonly RecordingFault[] = ['storage', 'quota'];

/** It never began; of `internal` its node may say otherwise later. */
export async function setFailed(db: Db, recordingId: RecordingId, fault: RecordingFault): Promise<void> {
  await db
    .updateTable('recordings')
    .set((eb) => ({ state: 'failed', fault, ended_at: NOW, revision: eb('revision', '+', 1) }))
    .where('id', '=', recordingId)
    .where('state', 'in', ['starting', 'recording', 'finishing'])
    .execute();
  if (!CANNOT_HAVE_BEGUN.includes(fault)) return;
  await db
    .updateTable('recording_sections')
    .set({ state: 'settled', outcome: 'failed', fault })
    .where('id', '=', recordingId)
    .where('begun_at', 'is', null)
    .execute();
}

/** Why the call that is in a room is not recorded, although that was to begin by itself. */
export const refusedIn = (db: Db, roomId: RoomId) =>
  db
    .selectFrom('recordings')
    .where('room_id', '=', roomId)
    .where('state', '=', 'failed')
    .where('fault', 'in', CANNOT_HAVE_BEGUN)
    .select(['id', 'fault'])
    .orderBy('created_at', 'desc')
    .executeTakeFirst();

/** Why a recording is not complete, as people and programs are told. */
export const faultOf = ({ fault, maintenance }: RecordingResult): RecordingFault | null =>
  maintenance ? 'maintenance' : fault;

/** Returns how many were not known yet. */
export async function insertFiles(
  trx: Trx,
  section: SectionPlace,
  { files }: RecordingResult,
): Promise<number> {
  let added = 0;
  for (let from = 0; from < files.length; from += FILES_A_STATEMENT) {
    added += await insertSome(trx, section, files.slice(from, from + FILES_A_STATEMENT));
  }
  return added;
}

/** A node tells times from the beginning of its section; they are kept from the beginning of the recording. */
async function insertSome(
  trx: Trx,
  { id, recording_id, offset_ms }: SectionPlace,
  files: RecordingResult['files'],
): Promise<number> {
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('recording_files')
    .values(
      files.map((file) => ({
        id: file.fileId,
        recording_id,
        section_id: id,
        party_kind: file.party.kind,
        party_id: file.party.id,
        party_name: file.party.name,
        source: file.source,
        media_type: file.mediaType,
        video_codec: file.videoCodec,
        audio_codec: file.audioCodec,
        started_at: new Date(file.startedAt),
        offset_ms: offset_ms + file.offsetMs,
        duration_ms: file.durationMs,
        bytes: file.bytes,
        sha256: file.sha256,
        present: asJson(file.present, offset_ms),
        shown: asJson(file.shown, offset_ms),
        spoken: asJson(file.spoken, offset_ms),
      })),
    )
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows);
}

const asJson = (spans: Spans | undefined, offsetMs: number): string | null =>
  spans ? JSON.stringify(spans.map(([from, to]) => [from + offsetMs, to + offsetMs])) : null;

/** The one that is made in a room, or waits for the next room of the same call. */
export const liveIn = (db: Db, roomId: RoomId, targetId: TargetId) =>
  db
    .selectFrom('recordings')
    .where((eb) => eb.or([eb('room_id', '=', roomId), eb('target_id', '=', targetId)]))
    .where('state', 'in', ['starting', 'recording'])
    .select(['id', 'node_id', 'state', 'waits_since', currentSection.as('section_id')])
    .executeTakeFirst();

/** Sections that wait for something to happen on a node, with their recordings. */
export const unsettled = (db: Db) =>
  db
    .selectFrom('recording_sections as s')
    .innerJoin('recordings', 'recordings.id', 's.recording_id')
    .where('s.state', '<>', 'settled')
    .select([
      's.id as section_id',
      's.node_id',
      's.state as section_state',
      's.created_at',
      's.begun_at',
      'recordings.id',
      'recordings.state',
      'recordings.stop_requested',
      'recordings.waits_since',
      'recordings.customer_id',
      'recordings.group_id',
      sql<boolean>`${currentSection} = s.id`.as('is_current'),
      // Since when its room is known to be lost.
      sql<boolean>`coalesce(waits_since, (select min(created_at) from recording_sections n
        where n.recording_id = s.recording_id and n.created_at > s.created_at))
        > now() - ${CONTINUE_WITHIN_MS} * interval '1 millisecond'`.as('is_lost_lately'),
    ])
    .orderBy('s.created_at')
    .execute();
