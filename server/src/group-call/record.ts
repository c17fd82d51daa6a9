import type { CustomerId, DeviceId, GroupId, RoomId, UserId } from '#protocol/ids.ts';
import type { Party } from '#protocol/party.ts';
import { addConnection } from '#server/connection-rows.ts';
import type { Trx } from '#server/db/database.ts';

export interface Participation {
  readonly party: Party;
  readonly customerId: CustomerId;
  readonly groupId: GroupId;
  readonly groupName: string;
  /** The first room of the participation: a rebuilt one does not make a second call of it. */
  readonly callId: RoomId;
  readonly startedAt: Date;
}

/** A row in the member's history. A guest has none. */
export async function recordParticipation(
  trx: Trx,
  { party, customerId, groupId, groupName, callId, startedAt }: Participation,
  endReason: string,
): Promise<void> {
  if (party.kind === 'guest') return;
  // Clocks are set back at times.
  const endedAt = new Date(Math.max(Date.now(), startedAt.getTime()));
  await addConnection(trx, {
    kind: 'group',
    call_id: callId,
    customer_id: customerId,
    user_id: party.kind === 'user' ? (party.id as UserId) : null,
    device_id: party.kind === 'device' ? (party.id as DeviceId) : null,
    peer_id: groupId,
    peer_name: groupName,
    outgoing: false,
    started_at: startedAt,
    ended_at: endedAt,
    duration_s: Math.round((endedAt.getTime() - startedAt.getTime()) / 1000),
    end_reason: endReason,
    bytes: null,
    relayed: null,
  });
}
