import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '#protocol/app-error.ts';
import type { ServerId } from '#protocol/ids.ts';
import type { SignalPayload, SignalReply } from '#protocol/signal/contract.ts';
import type { Session } from '#server/session.ts';
import type { CallDeps } from './call-deps.ts';
import { ownerOf } from './live-calls.ts';
import type { OwnedCalls } from './owned-calls.ts';
import { isUnanswered, type OwnerQuestions } from './owner-questions.ts';
import type { Places } from './session-places.ts';

/**
 * How long an owner that does not answer is asked again: until it does, or counts as gone (`STALE_MS`) and is replaced. Less
 * than a client waits for an answer.
 */
const TAKE_UP_PATIENCE_MS = 8_000;
const TAKE_UP_ASK_MS = 1_000;
const TAKE_UP_PAUSE_MS = 250;

export interface AskToTakeUpDeps extends Pick<CallDeps, 'db' | 'serverId'> {
  readonly owned: Pick<OwnedCalls, 'get' | 'claim'>;
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
    const deadline = performance.now() + TAKE_UP_PATIENCE_MS;
    // Whom its last page knew: that may be some moments ahead of what is written down.
    let known = before === session.id ? places.get(session.id, callId)?.ownerId : undefined;
    /** It has ended meanwhile, when no one knew yet that it was in the call; the owner may have taken the request nevertheless. */
    const requireLive = (ownerId: ServerId): void => {
      if (session.live) return;
      places.leave(callId, session);
      questions.deliver({ callId, ownerId }, session, 'directCall.endSession', { callId, end: 'lost' });
      throw new AppError('session-required');
    };
    for (;;) {
      const ownerId = owned.get(callId) ? serverId : (known ?? (await ownerOf(db, callId)));
      known = undefined;
      if (ownerId === null) throw new AppError('call-not-found');
      try {
        const address = { callId, ownerId };
        const reply = await questions.ask(address, session, 'directCall.takeUp', asked, TAKE_UP_ASK_MS);
        places.enter(callId, ownerId, session);
        requireLive(ownerId);
        return reply;
      } catch (error) {
        if (!isUnanswered(error)) throw error;
        requireLive(ownerId);
        if (performance.now() > deadline) throw error;
        // Its silence on the bus alone says nothing: the database knows whether it lives. Anyone who claims first owns the call.
        if (!(await owned.claim(callId, ownerId))) await sleep(TAKE_UP_PAUSE_MS);
      }
    }
  };
}
