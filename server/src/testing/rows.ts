import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import type {
  AdminId,
  CustomerId,
  GroupId,
  NodeId,
  RecordingFileId,
  RecordingId,
  RoomId,
  UserId,
} from '#protocol/ids.ts';
import type { Db } from '#server/db/database.ts';
import type { Schema } from '#server/db/schema.ts';
import { newWebhookSecret } from '#server/webhooks/signature.ts';

type Values<Table extends keyof Schema> = Partial<Insertable<Schema[Table]>>;

/** The customer that the migrations make. */
export async function defaultCustomer(db: Db): Promise<CustomerId> {
  const { id } = await db.selectFrom('customers').select('id').executeTakeFirstOrThrow();
  return id;
}

export const insertWebhook = async (db: Db, customerId: CustomerId, values: Values<'webhooks'> = {}) =>
  await db
    .insertInto('webhooks')
    .values({
      customer_id: customerId,
      url: 'https://example.com/',
      events: ['user.verified'],
      secret: newWebhookSecret(),
      ...values,
    })
    .returning('id')
    .executeTakeFirstOrThrow();

/** A finished task of one row, which has failed. */
export async function insertTask(
  db: Db,
  owner:
    | { readonly kind: 'user'; readonly id: UserId; readonly customerId: CustomerId }
    | { readonly kind: 'admin'; readonly id: AdminId },
) {
  const { id: task } = await db
    .insertInto('tasks')
    .values({
      owner_kind: owner.kind,
      owner_id: owner.id,
      customer_id: owner.kind === 'user' ? owner.customerId : null,
      family_id: randomUUID(),
      address: '127.0.0.1',
      request_id: 'test',
      lang: 'en',
      resource: 'users',
      action: 'delete',
      request_hash: Buffer.alloc(32),
      state: 'finished',
      total: 1,
      failed: 1,
      finished_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: row } = await db
    .insertInto('task_rows')
    .values({ task_id: task, number: 1, subject_id: randomUUID(), state: 'failed', code: 'not-found' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { task, row };
}

/** A finished recording without files. */
export const insertRecording = async (
  db: Db,
  owner: { readonly customerId: CustomerId; readonly userId: UserId },
  values: Values<'recordings'> = {},
) =>
  await db
    .insertInto('recordings')
    .values({
      customer_id: owner.customerId,
      user_id: owner.userId,
      name: 'Meeting',
      room_id: randomUUID() as RoomId,
      node_id: randomUUID() as NodeId,
      started_by: 'Owner',
      state: 'ready',
      ...values,
    })
    .returning('id')
    .executeTakeFirstOrThrow();

/** A file of a recording; by default a second of someone's camera. */
export const insertRecordingFile = async (
  db: Db,
  recordingId: RecordingId,
  values: Values<'recording_files'> = {},
) =>
  await db
    .insertInto('recording_files')
    .values({
      id: randomUUID() as RecordingFileId,
      recording_id: recordingId,
      party_kind: 'user',
      party_id: randomUUID(),
      party_name: 'Someone',
      source: 'camera',
      media_type: 'video/webm',
      video_codec: 'vp8',
      audio_codec: 'opus',
      started_at: new Date(),
      offset_ms: 0,
      duration_ms: 1_000,
      bytes: 1_000,
      sha256: 'a'.repeat(64),
      ...values,
    })
    .returning('id')
    .executeTakeFirstOrThrow();

export const insertRecordingMessage = async (
  db: Db,
  recordingId: RecordingId,
  values: Values<'recording_messages'> = {},
) =>
  await db
    .insertInto('recording_messages')
    .values({
      id: randomUUID(),
      recording_id: recordingId,
      party_kind: 'user',
      party_id: randomUUID(),
      party_name: 'Someone',
      text: 'Hello',
      said_at: new Date(),
      ...values,
    })
    .returning('id')
    .executeTakeFirstOrThrow();

/** A live media node that runs the group's room. */
export async function insertRoom(db: Db, groupId: GroupId, roomId: RoomId): Promise<NodeId> {
  const nodeId = randomUUID() as NodeId;
  const now = new Date();
  await db
    .insertInto('media_nodes')
    .values({ id: nodeId, started_at: now, heartbeat_at: now, draining: false, load: 0, rooms: 1 })
    .execute();
  await db
    .insertInto('room_leases')
    .values({ target_id: groupId, room_id: roomId, node_id: nodeId, fence: 1 })
    .execute();
  return nodeId;
}
