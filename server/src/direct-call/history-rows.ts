import { DELETED_PEER_NAMES } from '#protocol/deleted-peer.ts';
import type { CallId, DeviceId, UserId } from '#protocol/ids.ts';
import { nameInSentence } from '#protocol/name-in-sentence.ts';
import type { CallEndReason } from '#protocol/signal/direct-call.ts';
import type { Publish } from '#server/change-and-announce.ts';
import { addConnection, type HistoryOwner, isThere } from '#server/connection-rows.ts';
import type { Db, Trx } from '#server/db/database.ts';
import type { DomainEvent } from '#server/domain-events.ts';
import { believableBytes, experienceColumns } from '#server/experience.ts';
import { addGuestVisit } from '#server/guest-visits.ts';
import type { EndedState } from './machine.ts';
import type { CallView, Identity, LegReport, Participant } from './participant.ts';

/** A row in the history of each of these (SPEC.md, D10). A guest has none, and is counted where the call was answered. */
export async function recordLegs(
  trx: Trx,
  callId: CallId,
  leaving: readonly Participant[],
  ended: EndedState,
): Promise<void> {
  for (const participant of leaving) {
    const { identity: self, peer, report } = participant;
    // Later than the call itself began, for those who were invited into it.
    const startedAt = Math.min(Math.max(participant.since, ended.startedAt), ended.endedAt);
    if (self.party.kind === 'guest') {
      const { customerId } = peer;
      if (ended.answered) await addGuestVisit(trx, { callId, customerId, startedAt, endedAt: ended.endedAt });
      continue;
    }
    const durationS = ended.answered ? Math.round((ended.endedAt - startedAt) / 1000) : 0;
    await addConnection(trx, {
      kind: 'direct',
      call_id: callId,
      customer_id: self.customerId,
      ...ownerColumns(self),
      peer_id: peer.historyId,
      peer_name: await nameOf(trx, peer),
      outgoing: participant.outgoing,
      started_at: new Date(startedAt),
      ended_at: new Date(ended.endedAt),
      duration_s: durationS,
      end_reason: ended.reason,
      bytes: report && believableBytes(report.bytes, durationS),
      relayed: report?.relayed ?? null,
      ...experienceColumns(report?.experience ?? null, durationS),
    });
  }
}

export const historyChanged = (leaving: readonly Participant[]): DomainEvent => ({
  type: 'connections-changed',
  parties: leaving.map(({ identity }) => identity.key),
});

/** As the database names those who are deleted after the call (migrations/0012-limits-and-traces.ts). */
async function nameOf(trx: Trx, { party }: Identity): Promise<string> {
  if (party.kind === 'guest' || (await isThere(trx, ownerColumns({ party })))) return party.name;
  return DELETED_PEER_NAMES[party.kind];
}

/** The callee had no chance to answer, and should hear of the call (specification M2). */
const missedReasons: ReadonlySet<CallEndReason> = new Set(['no-answer', 'cancelled', 'offline', 'busy']);

/** Leaves a notification for a user who has missed a call, and was not deleted meanwhile. */
export async function announceMissed(
  trx: Trx,
  publish: Publish,
  { participants }: Pick<CallView, 'participants'>,
  { answered, reason }: EndedState,
): Promise<void> {
  const [caller, callee] = [participants.get('caller'), participants.get('callee')];
  if (answered || !missedReasons.has(reason) || !caller || !callee) return;
  const owner = ownerColumns(callee.identity);
  const { user_id } = owner;
  if (user_id === null || !(await isThere(trx, owner))) return;
  const { party } = caller.identity;
  await trx
    .insertInto('notifications')
    .values({
      user_id,
      customer_id: null,
      title_ja: '不在着信',
      title_en: 'Missed call',
      contents_ja: `${nameInSentence('ja', party)}から不在着信がありました。`,
      contents_en: `${party.name} called you.`,
    })
    .execute();
  publish({ type: 'notified', parties: [callee.identity.key] });
}

/** A report that came after the end. */
export async function recordLateReport(
  db: Db,
  callId: CallId,
  self: Identity,
  report: LegReport,
): Promise<void> {
  if (self.party.kind === 'guest') return;
  const { user_id, device_id } = ownerColumns(self);
  const row = await db
    .selectFrom('connections')
    .where('call_id', '=', callId)
    .where('user_id', 'is not distinct from', user_id)
    .where('device_id', 'is not distinct from', device_id)
    .select(['id', 'duration_s'])
    .executeTakeFirst();
  if (!row) return;
  await db
    .updateTable('connections')
    .set({
      bytes: believableBytes(report.bytes, row.duration_s),
      relayed: report.relayed,
      ...(report.experience && experienceColumns(report.experience, row.duration_s)),
    })
    .where('id', '=', row.id)
    .execute();
}

/** Whose history a row belongs to; a guest's is no one's. Party ids are those of their tables. */
const ownerColumns = ({ party }: Pick<Identity, 'party'>): HistoryOwner => ({
  user_id: party.kind === 'user' ? (party.id as UserId) : null,
  device_id: party.kind === 'device' ? (party.id as DeviceId) : null,
});
