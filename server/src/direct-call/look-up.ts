import { Compile } from 'typebox/compile';
import type { CallId } from '#protocol/ids.ts';
import { type CallEndReason, CallEndReasonSchema } from '#protocol/signal/direct-call.ts';
import type { CallDeps } from './call-deps.ts';
import { ownersOf } from './live-calls.ts';
import type { OwnedCalls } from './owned-calls.ts';
import type { Places } from './session-places.ts';

const LOOK_UP_MS = 5_000;
const reasonSchema = Compile(CallEndReasonSchema);
const isReason = (reason: string): reason is CallEndReason => reasonSchema.Check(reason);

export interface LookUpDeps extends Pick<CallDeps, 'db' | 'log'> {
  readonly places: Places;
  readonly owned: Pick<OwnedCalls, 'get'>;
}

/**
 * Looks up now and then what has become of the calls that sessions of this server are in and other servers own: news that
 * was lost with the bus must not leave anyone in a call that is over (SPEC.md, D14). Returns what stops that.
 */
export function lookUpCalls({ db, log, places, owned }: LookUpDeps): () => void {
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

  const lookUp = async () => {
    const elsewhere = places.all().filter(({ callId }) => !owned.get(callId));
    if (elsewhere.length === 0) return;
    const owners = await ownersOf(db, [...new Set(elsewhere.map(({ callId }) => callId))]);
    const gone = new Set<CallId>();
    for (const place of elsewhere) {
      const { callId, session } = place;
      const ownerId = owners.get(callId);
      if (ownerId !== undefined) place.ownerId = ownerId;
      else if (!missing.has(callId)) gone.add(callId);
      else {
        const { reason, durationS } = await endOf(callId);
        places.end(session.id, callId, reason, durationS);
      }
    }
    missing = gone;
  };

  const timer = setInterval(
    () => lookUp().catch((err: unknown) => log.debug({ err }, 'calls of other servers not looked up')),
    LOOK_UP_MS,
  );
  return () => clearInterval(timer);
}
