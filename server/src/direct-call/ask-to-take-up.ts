import { AppError } from '#protocol/app-error.ts';
import type { SignalPayload, SignalReply } from '#protocol/signal/contract.ts';
import type { Session } from '#server/session.ts';
import type { CallDeps } from './call-deps.ts';
import { ownerOf } from './live-calls.ts';
import type { OwnedCalls } from './owned-calls.ts';
import { isUnanswered, type OwnerQuestions } from './owner-questions.ts';
import type { Places } from './session-places.ts';

/** Time for an owner's answer: it has only to look. */
const TAKE_UP_ASK_MS = 1_000;

export interface AskToTakeUpDeps extends Pick<CallDeps, 'db' | 'serverId'> {
  readonly owned: Pick<OwnedCalls, 'get'>;
  readonly places: Places;
  readonly questions: OwnerQuestions;
}

/** A session continues with a call of another one, whose server may be gone with the call's owner (SPEC.md, D14, D17). */
export function createAskToTakeUp({ db, serverId, owned, places, questions }: AskToTakeUpDeps) {
  return async (
    session: Session,
    asked: SignalPayload<'directCall.takeUp'>,
  ): Promise<SignalReply<'directCall.takeUp'>> => {
    const { callId, before } = asked;
    // Whom its last page knew: that may be some moments ahead of what is written down.
    const known = before === session.id ? places.get(session.id, callId)?.ownerId : undefined;
    const ownerId = owned.get(callId) ? serverId : (known ?? (await ownerOf(db, callId)));
    if (ownerId === null) throw new AppError('call-not-found');
    const route = { callId, ownerId };
    /** It has ended meanwhile, when no one knew yet that it was in the call; the owner may have taken the request nevertheless. */
    const requireLive = (): void => {
      const { endedBy } = session;
      if (endedBy === null) return;
      places.leave(callId, session);
      questions.deliver(route, session, 'directCall.endSession', { callId, end: endedBy });
      throw new AppError('session-required');
    };
    try {
      const how = { timeoutMs: TAKE_UP_ASK_MS, repeatable: true };
      const reply = await questions.insist(route, session, 'directCall.takeUp', asked, how);
      places.enter(callId, route.ownerId, session);
      requireLive();
      return reply;
    } catch (error) {
      if (!isUnanswered(error)) throw error;
      requireLive();
      if ((await ownerOf(db, callId)) === null) throw new AppError('call-not-found');
      throw error;
    }
  };
}
