import { type RawBuilder, sql } from 'kysely';
import type { CustomerId, GroupId, NodeId, RecordingId, RoomId } from '#protocol/ids.ts';
import type { Db } from '#server/db/database.ts';
import { isUniqueViolation } from '#server/errors.ts';
import type { TargetId } from '#server/sfu/leases.ts';

/**
 * A recording whose room was lost waits this long for someone to rejoin the call, and for the node to report its files. Browsers try to
 * rejoin for as long, and a node restarts in less.
 */
export const CONTINUE_WITHIN_MS = 120_000;

/** A recording whose room was lost, with the present room of its call. The id of the room may be the same. */
export interface WaitingRecording {
  readonly id: RecordingId;
  readonly customer_id: CustomerId;
  readonly group_id: GroupId | null;
  readonly started_at: Date;
  readonly waits_since: Date | null;
  readonly room_id: RoomId;
  readonly node_id: NodeId;
}

export const waitingRecording = (db: Db, targetId: TargetId): Promise<WaitingRecording | undefined> =>
  db
    .selectFrom('recordings')
    .innerJoin('room_leases', 'room_leases.target_id', 'recordings.target_id')
    .where('recordings.target_id', '=', targetId)
    .where('recordings.waits_since', 'is not', null)
    .where('recordings.state', '=', 'recording')
    .where('recordings.stop_requested', '=', false)
    .select([
      'recordings.id',
      'recordings.customer_id',
      'recordings.group_id',
      'recordings.started_at',
      'recordings.waits_since',
      'room_leases.room_id',
      'room_leases.node_id',
    ])
    .executeTakeFirst();

/** The room of the section is lost: its recording waits for the next one. Returns the target of the call; null if the recording may not go on. */
export async function setWaiting(db: Db, sectionId: RecordingId): Promise<TargetId | null> {
  const row = await db
    .updateTable('recordings')
    .set({ waits_since: sql<Date>`coalesce(waits_since, now())` })
    .where('id', '=', sql<RecordingId>`(select recording_id from recording_sections where id = ${sectionId})`)
    .where(sql<boolean>`coalesce(section_id, id) = ${sectionId}`)
    .where('state', '=', 'recording')
    .where('stop_requested', '=', false)
    .where('target_id', 'is not', null)
    .returning('target_id')
    .executeTakeFirst();
  return row?.target_id ?? null;
}

/** In ms. */
const sinceBeginningOf = (recordingId: RecordingId | RawBuilder<unknown>) => sql<number>`coalesce((
  select greatest(0, extract(epoch from now() - coalesce(f.begun_at, f.created_at)) * 1000)::integer
  from recording_sections f where f.id = ${recordingId}), 0)`;

/** The calls whose recordings wait for their next room. */
export async function waitingTargets(db: Db): Promise<readonly TargetId[]> {
  const rows = await db
    .selectFrom('recordings')
    .where('waits_since', 'is not', null)
    .where('state', '=', 'recording')
    .select('target_id')
    .execute();
  return rows.flatMap(({ target_id }) => (target_id === null ? [] : [target_id]));
}

/** Writes down the next section of a recording that waits. Null where another server was first, or its room is recorded already. */
export async function insertSection(
  db: Db,
  { id, room_id, node_id }: WaitingRecording,
): Promise<RecordingId | null> {
  try {
    return await db.transaction().execute(async (trx) => {
      const section = await trx
        .insertInto('recording_sections')
        .values({ recording_id: id, node_id, offset_ms: sinceBeginningOf(id) })
        .returning('id')
        .executeTakeFirstOrThrow();
      const moved = await trx
        .updateTable('recordings')
        .set((eb) => ({
          room_id,
          node_id,
          section_id: section.id,
          waits_since: null,
          revision: eb('revision', '+', 1),
        }))
        .where('id', '=', id)
        .where('waits_since', 'is not', null)
        .where('state', '=', 'recording')
        .where('stop_requested', '=', false)
        .returning('id')
        .executeTakeFirst();
      if (moved) return section.id;
      await trx.deleteFrom('recording_sections').where('id', '=', section.id).execute();
      return null;
    });
  } catch (error) {
    if (isUniqueViolation(error)) return null;
    throw error;
  }
}

/**
 * The node has begun the section. Where it stands in the recording is told by the database's clock: the nodes' own may differ, and
 * what one of them needs to answer is heard as a little more or less of the gap.
 */
export async function setSectionBegun(db: Db, sectionId: RecordingId): Promise<void> {
  await db
    .updateTable('recording_sections as s')
    .set({
      begun_at: sql<Date>`now()`,
      offset_ms: sql<number>`case when s.id = s.recording_id then 0
        else ${sinceBeginningOf(sql.ref('s.recording_id'))} end`,
    })
    .where('s.id', '=', sectionId)
    .where('s.begun_at', 'is', null)
    .execute();
}

/** The section could not begin, as the room was not there yet: the recording waits as before, and no longer. */
export async function takeSectionBack(
  db: Db,
  { waits_since }: WaitingRecording,
  sectionId: RecordingId,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('recordings')
      .set({
        // The one before.
        section_id: sql<RecordingId>`(select s.id from recording_sections s
          where s.recording_id = recordings.id and s.id <> ${sectionId} order by s.created_at desc, s.id desc limit 1)`,
        waits_since,
      })
      .where('section_id', '=', sectionId)
      .where('state', '=', 'recording')
      .execute();
    await trx
      .deleteFrom('recording_sections')
      .where('id', '=', sectionId)
      .where('begun_at', 'is', null)
      .execute();
  });
}

export async function recordingOfSection(db: Db, sectionId: RecordingId): Promise<RecordingId | null> {
  const row = await db
    .selectFrom('recording_sections')
    .where('id', '=', sectionId)
    .select('recording_id')
    .executeTakeFirst();
  return row?.recording_id ?? null;
}

/** Under which ids media nodes have files of these recordings. To be asked before they are deleted. */
export async function foldersOf(
  db: Db,
  recordingIds: readonly RecordingId[],
): Promise<readonly RecordingId[]> {
  if (recordingIds.length === 0) return [];
  const sections = await db
    .selectFrom('recording_sections')
    .where('recording_id', 'in', recordingIds)
    .select('id')
    .execute();
  return [...new Set([...recordingIds, ...sections.map(({ id }) => id)])];
}
