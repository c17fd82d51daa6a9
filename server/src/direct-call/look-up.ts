import { Compile } from 'typebox/compile';
import type { CallId, ServerId } from '#protocol/ids.ts';
import { type CallEndReason, CallEndReasonSchema } from '#protocol/signal/direct-call.ts';
import type { Db } from '#server/db/database.ts';
import type { OwnedCalls } from './owned-calls.ts';
import type { RemoteCalls } from './remote-calls.ts';

const reasonSchema = Compile(CallEndReasonSchema);
const isReason = (reason: string): reason is CallEndReason => reasonSchema.Check(reason);

export interface LookUpDeps {
  readonly db: Db;
  readonly serverId: ServerId;
  readonly owned: Pick<OwnedCalls, 'ownersOf'>;
  readonly remoteCalls: RemoteCalls;
}

/**
 * Looks up what has become of the calls that sessions of this server are in and other servers own, to be called now and
 * then: an announcement that was lost with the bus must not leave anyone in a call that is over.
 */
export function createLookUp({ db, serverId, owned, remoteCalls }: LookUpDeps): () => Promise<void> {
  /** Missing at the last look; a call that was answered just now may not be written down yet. */
  let missing: ReadonlySet<CallId> = new Set();

  const endOf = async (callId: CallId) => {
    const row = await db
      .selectFrom('connections')
      .where('call_id', '=', callId)
      .orderBy('ended_at', 'desc')
      .select(['end_reason', 'duration_s'])
      .executeTakeFirst();
    const reason = row && isReason(row.end_reason) ? row.end_reason : 'connection-lost';
    return { reason, durationS: row?.duration_s ?? 0 };
  };

  return async () => {
    const callIds = remoteCalls.elsewhere(serverId);
    if (callIds.length === 0) return;
    const owners = await owned.ownersOf(callIds);
    for (const [callId, ownerId] of owners) remoteCalls.owned(callId, ownerId);
    const gone = callIds.filter((callId) => !owners.has(callId));
    for (const callId of gone.filter((id) => missing.has(id))) {
      const { reason, durationS } = await endOf(callId);
      remoteCalls.over(callId, reason, durationS);
    }
    missing = new Set(gone);
  };
}
