import type { GroupId } from '#protocol/ids.ts';
import type { SignalReply } from '#protocol/signal/contract.ts';
import type { RoomTarget } from '#protocol/signal/group-call.ts';
import type { Db } from '#server/db/database.ts';
import { hasRoom } from '#server/db/recording-use.ts';
import { servicesInForce } from '#server/db/services-in-force.ts';

type Recorded = NonNullable<SignalReply<'groupCall.look'>['recorded']>;

/** Whether and why anyone who joins now will be recorded on the server (SPEC.md, R3). */
export async function recordedAhead(db: Db, target: RoomTarget): Promise<Recorded | null> {
  const targetId = target.kind === 'group' ? target.groupId : target.callId;
  const running = await db
    .selectFrom('recordings')
    .where('target_id', '=', targetId)
    .where('state', 'in', ['starting', 'recording'])
    .select('id')
    .executeTakeFirst();
  if (running) return 'running';
  return target.kind === 'group' && (await recordsEachCall(db, target.groupId)) ? 'automatic' : null;
}

/** Wanted for the group, allowed to its customer, which has room for it. */
async function recordsEachCall(db: Db, groupId: GroupId): Promise<boolean> {
  const group = await db
    .selectFrom('groups')
    .where('id', '=', groupId)
    .where('auto_record', '=', true)
    .select('customer_id')
    .executeTakeFirst();
  if (group === undefined || !(await hasRoom(db, group.customer_id))) return false;
  return (await servicesInForce(db, group.customer_id)).service_group_chat.recording;
}
