import { sql } from 'kysely';
import type { RecordingId, RoomId } from '#protocol/ids.ts';
import type { RecordingResult } from '#protocol/sfu/recording.ts';
import type { RecordingFault } from '#protocol/signal/recording.ts';
import type { Db, Trx } from '#server/db/database.ts';
import type { TargetId } from '#server/sfu/leases.ts';
import type { QueueWebhookEvent } from '#server/webhooks/webhook-event.ts';
import { lockRecording } from './films/film-rows.ts';
import { makeOwnFilmSoon } from './films/own-film.ts';
import { faultOf, insertFiles } from './rows.ts';
import { CONTINUE_WITHIN_MS } from './sections.ts';

/** What a change of a section means for its recording. */
export type Settled =
  /** Its room is lost, and it goes on in the next one. */
  | { readonly kind: 'waiting'; readonly targetId: TargetId }
  | {
      readonly kind: 'over';
      readonly recordingId: RecordingId;
      readonly roomId: RoomId;
      readonly outcome: RecordingResult['outcome'];
      readonly fault: RecordingFault | null;
    }
  /** It is still being made or finished, or was over before. */
  | { readonly kind: 'unchanged' };

const unchanged: Settled = { kind: 'unchanged' };

/** The result of a section that its node never began. */
export function neverBegun(fault: RecordingFault): RecordingResult {
  const now = new Date().toISOString();
  return { outcome: 'failed', fault, startedAt: now, endedAt: now, durationMs: 0, files: [] };
}

/** Writes down what a section has become, once: of several servers that hear of it one does. */
export async function settleSection(
  db: Db,
  queueWebhookEvent: QueueWebhookEvent,
  sectionId: RecordingId,
  result: RecordingResult,
): Promise<Settled> {
  return await db.transaction().execute(async (trx) => {
    const section = await trx
      .selectFrom('recording_sections')
      .where('id', '=', sectionId)
      .select(['id', 'recording_id', 'offset_ms'])
      .executeTakeFirst();
    if (!section) return unchanged;
    await lockRecording(trx, section.recording_id);
    const settled = await trx
      .updateTable('recording_sections')
      .set({
        state: 'settled',
        outcome: result.outcome,
        fault: faultOf(result),
        started_at: new Date(result.startedAt),
        ended_at: new Date(result.endedAt),
        duration_ms: result.durationMs,
      })
      .where('id', '=', sectionId)
      .where('state', '<>', 'settled')
      .returning('id')
      .executeTakeFirst();
    if (!settled) return unchanged;
    const added = await insertFiles(trx, section, result);
    return await conclude(trx, queueWebhookEvent, section.recording_id, added > 0);
  });
}

/** The node that has made the section is gone, and so are its files, until they turn up. */
export async function setSectionMissing(
  db: Db,
  queueWebhookEvent: QueueWebhookEvent,
  sectionId: RecordingId,
): Promise<Settled> {
  return await db.transaction().execute(async (trx) => {
    const section = await trx
      .updateTable('recording_sections')
      .set({ state: 'missing' })
      .where('id', '=', sectionId)
      .where('state', '=', 'open')
      .returning('recording_id')
      .executeTakeFirst();
    if (!section) return unchanged;
    await lockRecording(trx, section.recording_id);
    return await conclude(trx, queueWebhookEvent, section.recording_id, false);
  });
}

/** Recordings that have waited in vain, or may not go on, are over. */
export async function concludeWaiting(
  db: Db,
  queueWebhookEvent: QueueWebhookEvent,
): Promise<readonly Settled[]> {
  const rows = await db
    .selectFrom('recordings')
    .where('waits_since', 'is not', null)
    .where('state', '=', 'recording')
    .where((eb) =>
      eb.or([
        eb('stop_requested', '=', true),
        eb('waits_since', '<', sql<Date>`now() - ${CONTINUE_WITHIN_MS} * interval '1 millisecond'`),
      ]),
    )
    .select('id')
    .execute();
  const settled: Settled[] = [];
  for (const { id } of rows) {
    settled.push(
      await db.transaction().execute(async (trx) => {
        await lockRecording(trx, id);
        return await conclude(trx, queueWebhookEvent, id, false);
      }),
    );
  }
  return settled;
}

/** Derives the state of a recording from its sections. Queues the webhook event when it is over. */
async function conclude(
  trx: Trx,
  queueWebhookEvent: QueueWebhookEvent,
  recordingId: RecordingId,
  hasNewFiles: boolean,
): Promise<Settled> {
  const recording = await trx
    .selectFrom('recordings')
    .where('id', '=', recordingId)
    .selectAll()
    .select(
      sql<boolean>`coalesce(waits_since > now() - ${CONTINUE_WITHIN_MS} * interval '1 millisecond', true)`.as(
        'may_wait',
      ),
    )
    .executeTakeFirst();
  if (!recording) return unchanged;
  const sections = await trx
    .selectFrom('recording_sections')
    .where('recording_id', '=', recordingId)
    .orderBy('created_at')
    .orderBy('id')
    .selectAll()
    .execute();
  const current = sections.find(({ id }) => id === (recording.section_id ?? recording.id));
  if (!current) return unchanged;
  const isLost =
    current.state === 'missing' || current.fault === 'node-lost' || current.fault === 'maintenance';
  const isLive = recording.state === 'starting' || recording.state === 'recording';
  if (current.state === 'open' && recording.waits_since === null) return unchanged;

  const { target_id: targetId } = recording;
  const mayGoOn = recording.state === 'recording' && !recording.stop_requested && recording.may_wait;
  if (mayGoOn && targetId !== null && (isLost || current.state === 'open')) {
    await trx
      .updateTable('recordings')
      .set({ waits_since: sql<Date>`coalesce(waits_since, now())` })
      .where('id', '=', recordingId)
      .execute();
    return { kind: 'waiting', targetId };
  }
  const ended = current.ended_at ?? sql<Date>`coalesce(ended_at, now())`;
  if (sections.some(({ state }) => state === 'open')) {
    if (!isLive) return unchanged;
    await trx
      .updateTable('recordings')
      .set((eb) => ({
        state: 'finishing',
        ended_at: ended,
        waits_since: null,
        revision: eb('revision', '+', 1),
      }))
      .where('id', '=', recordingId)
      .execute();
    return unchanged;
  }

  const { bytes } = await trx
    .selectFrom('recording_files')
    .where('recording_id', '=', recordingId)
    .select(({ fn }) => fn.coalesce(fn.sum<number>('bytes'), sql<number>`0`).as('bytes'))
    .executeTakeFirstOrThrow();
  const told = sections.filter(({ state }) => state === 'settled');
  const outcome = outcomeOf(told, current.outcome, isLost, Number(bytes) > 0);
  const fault = current.state === 'missing' ? 'node-lost' : current.fault;
  const [first] = sections;
  const isSettled = told.length > 0;
  await trx
    .updateTable('recordings')
    .set((eb) => ({
      state: outcome,
      fault,
      ended_at: ended,
      waits_since: null,
      files_missing: told.length < sections.length,
      revision: eb('revision', '+', 1),
      ...(first?.started_at && { started_at: first.started_at }),
      ...(isSettled && {
        bytes: Number(bytes),
        duration_ms: Math.max(...told.map(({ offset_ms, duration_ms }) => offset_ms + (duration_ms ?? 0))),
      }),
    }))
    .where('id', '=', recordingId)
    .execute();
  const wasOver = !isLive && recording.state !== 'finishing';
  if (Number(bytes) > 0 && (hasNewFiles || !wasOver)) {
    await makeOwnFilmSoon(trx, recordingId);
    const { started_at, ended_at } = await trx
      .selectFrom('recordings')
      .where('id', '=', recordingId)
      .select(['started_at', 'ended_at'])
      .executeTakeFirstOrThrow();
    await queueWebhookEvent(trx, {
      name: 'recording.ready',
      customerIds: [recording.customer_id],
      subject: recordingId,
      timestamp: new Date().toISOString(),
      data: {
        recordingId,
        groupId: recording.group_id,
        startedAt: started_at.toISOString(),
        endedAt: (ended_at ?? started_at).toISOString(),
        bytes: Number(bytes),
      },
    });
  }
  return { kind: 'over', recordingId, roomId: recording.room_id, outcome, fault };
}

/** The outcome of a recording is that of its last section. It is `failed` only if no section has files. */
function outcomeOf(
  told: readonly { readonly outcome: RecordingResult['outcome'] | null }[],
  last: RecordingResult['outcome'] | null,
  isLost: boolean,
  hasFiles: boolean,
): RecordingResult['outcome'] {
  if (told.length === 0) return 'interrupted';
  if (!hasFiles && told.every(({ outcome }) => outcome === 'failed')) return 'failed';
  if (isLost) return 'interrupted';
  return last === 'failed' || last === null ? 'interrupted' : last;
}
