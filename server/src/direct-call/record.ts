import type { CallId, DeviceId, UserId } from '#protocol/ids.ts';
import type { CallEndReason } from '#protocol/signal/direct-call.ts';
import { addConnection } from '#server/connection-rows.ts';
import type { Db } from '#server/db/database.ts';
import type { Participant } from './access.ts';
import type { EndedState } from './machine.ts';

/** What a side's browser has reported of its leg; the last report counts. */
export interface LegReport {
  readonly relayed: boolean;
  readonly bytes: number;
}

export interface Leg extends Participant {
  readonly report: LegReport | null;
}

/** The callee had no chance to answer, and should hear of the call (decisions.md, Calls). */
const missedReasons: ReadonlySet<CallEndReason> = new Set(['no-answer', 'cancelled', 'offline', 'busy']);

/**
 * A row in the history of each side and, for a missed call, the callee's notification.
 *
 * @returns whether the callee has been left a notification
 */
export async function recordCall(
  db: Db,
  callId: CallId,
  sides: { readonly caller: Leg; readonly callee: Leg },
  ended: EndedState,
): Promise<boolean> {
  const { caller, callee } = sides;
  const addRow = (self: Leg, peer: Leg) =>
    addConnection(db, {
      kind: 'direct',
      call_id: callId,
      customer_id: self.customerId,
      ...ownerColumns(self),
      peer_id: peer.party.id,
      peer_name: peer.party.name,
      outgoing: self === caller,
      started_at: new Date(ended.startedAt),
      ended_at: new Date(ended.endedAt),
      duration_s: ended.durationS,
      end_reason: ended.reason,
      bytes: self.report?.bytes ?? null,
      relayed: self.report?.relayed ?? null,
    });
  await addRow(caller, callee);
  await addRow(callee, caller);
  const { user_id } = ownerColumns(callee);
  if (user_id === null || !missedReasons.has(ended.reason)) return false;
  const { name } = caller.party;
  await db
    .insertInto('notifications')
    .values({
      user_id,
      customer_id: null,
      title_ja: '不在着信',
      title_en: 'Missed call',
      contents_ja: `${name} さんから着信がありました。`,
      contents_en: `${name} called you.`,
    })
    .execute();
  return true;
}

/** A report that came after the end. */
export async function recordLateReport(db: Db, callId: CallId, leg: Leg): Promise<void> {
  if (!leg.report) return;
  const { user_id, device_id } = ownerColumns(leg);
  await db
    .updateTable('connections')
    .set({ bytes: leg.report.bytes, relayed: leg.report.relayed })
    .where('call_id', '=', callId)
    .where('user_id', 'is not distinct from', user_id)
    .where('device_id', 'is not distinct from', device_id)
    .execute();
}

/** Whose history a row belongs to. Party ids are those of their tables. */
const ownerColumns = ({ party }: Participant): { user_id: UserId | null; device_id: DeviceId | null } =>
  party.kind === 'device'
    ? { user_id: null, device_id: party.id as DeviceId }
    : { user_id: party.id as UserId, device_id: null };
