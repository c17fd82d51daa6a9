import { sql } from 'kysely';
import type { CustomerId, DeviceId, GroupId, NodeId, RecordingId, RoomId, UserId } from '#protocol/ids.ts';
import type { RecordingResult, Spans } from '#protocol/sfu/recording.ts';
import type { RecordingFault } from '#protocol/signal/recording.ts';
import type { Db, Trx } from '#server/db/database.ts';
import type { Principal } from '#server/principal.ts';
import type { QueueWebhookEvent } from '#server/webhooks/webhook-event.ts';

/** Who a recording can belong to. */
export type RecordingOwner = Extract<Principal, { readonly kind: 'user' | 'manager' | 'device' }>;

export interface NewRecording {
  readonly customerId: CustomerId;
  /** Whose it is: a user's or a device's. */
  readonly userId: UserId | null;
  readonly deviceId: DeviceId | null;
  readonly groupId: GroupId | null;
  readonly name: string;
  readonly roomId: RoomId;
  readonly nodeId: NodeId;
  readonly startedBy: string;
}

/** PostgreSQL takes 65,535 values in a statement. */
const FILES_A_STATEMENT = 1_000;
const UNIQUE_VIOLATION = '23505';
/** The database's clock: servers' own may differ. */
const NOW = sql<Date>`now()`;

/** Null where the room is being recorded already. */
export async function insertRecording(db: Db, recording: NewRecording): Promise<RecordingId | null> {
  const { customerId, userId, deviceId, groupId, name, roomId, nodeId, startedBy } = recording;
  try {
    const { id } = await db
      .insertInto('recordings')
      .values({
        customer_id: customerId,
        user_id: userId,
        device_id: deviceId,
        group_id: groupId,
        name,
        room_id: roomId,
        node_id: nodeId,
        started_by: startedBy,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION) return null;
    throw error;
  }
}

/** The node has begun. False where the recording has been stopped, or has ended, meanwhile. */
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
  return begun !== undefined;
}

export async function setFinishing(db: Db, recordingId: RecordingId): Promise<void> {
  await db
    .updateTable('recordings')
    .set((eb) => ({ state: 'finishing', ended_at: NOW, revision: eb('revision', '+', 1) }))
    .where('id', '=', recordingId)
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

/** It never began. */
export async function setFailed(db: Db, recordingId: RecordingId, fault: RecordingFault): Promise<void> {
  await db
    .updateTable('recordings')
    .set((eb) => ({ state: 'failed', fault, ended_at: NOW, revision: eb('revision', '+', 1) }))
    .where('id', '=', recordingId)
    .where('state', 'in', ['starting', 'recording', 'finishing'])
    .execute();
}

/** Why a recording is not complete, as people and programs are told. */
export const faultOf = ({ fault, maintenance }: RecordingResult): RecordingFault | null =>
  maintenance ? 'maintenance' : fault;

/** Its node is gone, and so are its files, until they turn up. */
export async function setNodeLost(db: Db, recordingId: RecordingId): Promise<void> {
  await db
    .updateTable('recordings')
    .set((eb) => ({
      state: 'interrupted',
      fault: 'node-lost',
      files_missing: true,
      ended_at: eb.fn.coalesce('ended_at', NOW),
      revision: eb('revision', '+', 1),
    }))
    .where('id', '=', recordingId)
    .where('state', 'in', ['starting', 'recording', 'finishing'])
    .execute();
}

/**
 * Writes down how a recording has ended, once: of several servers that hear of it one does. What webhooks are told is
 * queued in the same transaction. False where it was written down before, or deleted.
 */
export async function settle(
  db: Db,
  queueWebhookEvent: QueueWebhookEvent,
  recordingId: RecordingId,
  result: RecordingResult,
): Promise<boolean> {
  return await db.transaction().execute(async (trx) => {
    const bytes = result.files.reduce((sum, file) => sum + file.bytes, 0);
    const row = await trx
      .updateTable('recordings')
      .set((eb) => ({
        state: result.outcome,
        fault: faultOf(result),
        started_at: new Date(result.startedAt),
        ended_at: new Date(result.endedAt),
        duration_ms: result.durationMs,
        bytes,
        files_missing: false,
        revision: eb('revision', '+', 1),
      }))
      .where('id', '=', recordingId)
      .where((eb) =>
        eb.or([eb('state', 'in', ['starting', 'recording', 'finishing']), eb('files_missing', '=', true)]),
      )
      .returning(['customer_id', 'group_id'])
      .executeTakeFirst();
    if (!row) return false;
    await insertFiles(trx, recordingId, result);
    if (result.files.length === 0) return true;
    const { startedAt, endedAt } = result;
    await queueWebhookEvent(trx, {
      name: 'recording.ready',
      customerIds: [row.customer_id],
      subject: recordingId,
      timestamp: new Date().toISOString(),
      data: { recordingId, groupId: row.group_id, startedAt, endedAt, bytes },
    });
    return true;
  });
}

async function insertFiles(trx: Trx, recordingId: RecordingId, { files }: RecordingResult): Promise<void> {
  for (let from = 0; from < files.length; from += FILES_A_STATEMENT) {
    await insertSome(trx, recordingId, files.slice(from, from + FILES_A_STATEMENT));
  }
}

async function insertSome(
  trx: Trx,
  recordingId: RecordingId,
  files: RecordingResult['files'],
): Promise<void> {
  await trx
    .insertInto('recording_files')
    .values(
      files.map((file) => ({
        id: file.fileId,
        recording_id: recordingId,
        party_kind: file.party.kind,
        party_id: file.party.id,
        party_name: file.party.name,
        source: file.source,
        media_type: file.mediaType,
        video_codec: file.videoCodec,
        audio_codec: file.audioCodec,
        started_at: new Date(file.startedAt),
        offset_ms: file.offsetMs,
        duration_ms: file.durationMs,
        bytes: file.bytes,
        sha256: file.sha256,
        present: asJson(file.present),
        shown: asJson(file.shown),
        spoken: asJson(file.spoken),
      })),
    )
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

const asJson = (spans: Spans | undefined): string | null => (spans ? JSON.stringify(spans) : null);

export const liveIn = (db: Db, roomId: RoomId) =>
  db
    .selectFrom('recordings')
    .where('room_id', '=', roomId)
    .where('state', 'in', ['starting', 'recording'])
    .select(['id', 'node_id', 'state', 'started_by'])
    .executeTakeFirst();

/** Recordings that wait for something to happen on a node. */
export const unsettled = (db: Db) =>
  db
    .selectFrom('recordings')
    .where((eb) =>
      eb.or([eb('state', 'in', ['starting', 'recording', 'finishing']), eb('files_missing', '=', true)]),
    )
    .select([
      'id',
      'node_id',
      'room_id',
      'state',
      'created_at',
      'files_missing',
      'stop_requested',
      'customer_id',
      'group_id',
    ])
    .orderBy('created_at')
    .execute();
