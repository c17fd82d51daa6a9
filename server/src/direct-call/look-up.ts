import { Compile } from 'typebox/compile';
import { repeatedly } from '#platform/repeatedly.ts';
import type { CallId } from '#protocol/ids.ts';
import { type CallEndReason, CallEndReasonSchema } from '#protocol/signal/direct-call.ts';
import type { CallDeps } from './call-deps.ts';
import { ownersOf } from './live-calls.ts';
import type { OwnedCalls } from './owned-calls.ts';
import type { Places } from './session-places.ts';

const LOOK_UP_MS = 5_000;
/** Why a call is over whose history does not say it. */
const LOST: CallEndReason = 'connection-lost';
const reasonSchema = Compile(CallEndReasonSchema);
const isReason = (reason: string): reason is CallEndReason => reasonSchema.Check(reason);

export interface LookUpDeps extends Pick<CallDeps, 'db' | 'log' | 'takeUpMs'> {
  readonly heartbeat: Pick<CallDeps['heartbeat'], 'isAlive'>;
  readonly places: Places;
  readonly owned: Pick<OwnedCalls, 'get'>;
}

/**
 * Looks up now and then what has become of the calls that sessions of this server are in and other servers own: news that
 * was lost with the bus must not leave anyone in a call that is over (SPEC.md, D14). A call is over where the history has it, or where
 * it stands nowhere and its owner is gone. Where its owner lives it may only wait to be written down. Returns what stops that.
 */
export function lookUpCalls({ db, log, heartbeat, places, owned, takeUpMs }: LookUpDeps): () => void {
  /** Since when calls that stand nowhere have been without their owner, by this process' own clock. */
  let ownerless: ReadonlyMap<CallId, number> = new Map();

  const endInHistory = async (callId: CallId) => {
    const row = await db
      .selectFrom('connections')
      .where('call_id', '=', callId)
      .orderBy('ended_at', 'desc')
      .select(['end_reason', 'duration_s'])
      .executeTakeFirst();
    return row && { reason: isReason(row.end_reason) ? row.end_reason : LOST, durationS: row.duration_s };
  };

  const lookUp = async () => {
    const elsewhere = places.all().filter(({ callId }) => !owned.get(callId));
    const owners = await ownersOf(db, [...new Set(elsewhere.map(({ callId }) => callId))]);
    const since = new Map<CallId, number>();
    for (const place of elsewhere) {
      const { callId, session } = place;
      const ownerId = owners.get(callId);
      if (ownerId !== undefined) {
        place.ownerId = ownerId;
        continue;
      }
      const end = await endInHistory(callId);
      if (end) places.end(session.id, callId, end.reason, end.durationS);
      else if (!heartbeat.isAlive(place.ownerId)) {
        const now = performance.now();
        const begin = ownerless.get(callId) ?? now;
        since.set(callId, begin);
        if (now - begin >= takeUpMs) places.end(session.id, callId, LOST);
      }
    }
    ownerless = since;
  };

  return repeatedly({
    everyMs: Math.min(LOOK_UP_MS, takeUpMs / 3),
    work: lookUp,
    onError: (err) => log.debug({ err }, 'calls of other servers not looked up'),
  });
}
