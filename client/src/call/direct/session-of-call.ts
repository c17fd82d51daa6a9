import { createKeeping } from '#client/call/keeping.ts';
import { askAgain, createRetry } from '#client/call/retry.ts';
import { AppError } from '#protocol/app-error.ts';
import type { CallId, SessionId } from '#protocol/ids.ts';
import type { CallMessage } from '#protocol/signal/chat.ts';
import { inAnySession, sessionIdOf } from './any-session.ts';
import { activeCall, type DirectCallState, type EffectOf } from './call-state.ts';
import type { DirectCallContext } from './context.ts';

/** The session that the server has the call in, for this page and for the one that may be loaded in its place. */
export interface SessionOfCall {
  /** By which the server knows the call; null: none was open yet. */
  readonly id: SessionId | null;
  /** A call begins in the session that there is now, or was last. */
  begin(): void;
  /** Ends the call on the server, in whichever session that still hears it. */
  hangUp(effect: EffectOf<'hangUp'>): void;
  /** The call has changed, one's own media, or what is to be done in it. */
  keep(): void;
  /** The server has a new session of this page, and must hear that the call continues in it (SPEC.md, D14). */
  takeUp(effect: EffectOf<'takeUp'>): void;
  /** Settles once the server knows which session the call is in. */
  readonly settled: Promise<void>;
}

/** @param onTakenUp gets the messages written in the meantime */
export function createSessionOfCall(
  { signal, get, dispatch, log }: DirectCallContext,
  onTakenUp: (callId: CallId, messages: readonly CallMessage[]) => void,
): SessionOfCall {
  const keeping = createKeeping();
  let sessionId: SessionId | null = null;
  let lastOpen: SessionId | null = null;
  let partyId: string | null = null;
  let settled: Promise<void> = Promise.resolve();

  function keep(): void {
    const { state, local, recordOnServer } = get();
    if (signal.state.phase === 'open') partyId = signal.state.party?.id ?? null;
    lastOpen = sessionIdOf(signal) ?? lastOpen;
    const callId = keepableCall(state);
    const keptSession = sessionId ?? sessionIdOf(signal);
    if (callId === null) keeping.forget();
    else if (keptSession !== null && partyId !== null && local)
      keeping.keep(
        { kind: 'direct', callId, ...(recordOnServer && { recordOnServer }) },
        { sessionId: keptSession, partyId },
        local,
      );
  }

  async function takeUp({ callId, stoodStill, leg, newLink }: EffectOf<'takeUp'>): Promise<void> {
    const before = sessionId;
    const nextTry = createRetry();
    for (;;) {
      const asked = sessionIdOf(signal);
      try {
        if (before === null) throw new AppError('call-not-found');
        const { messages = [], ...call } = await signal.request('directCall.takeUp', {
          callId,
          before,
          ...(newLink && { newLink }),
          ...(leg !== null && { leg }),
        });
        // What still rings, or a server of the version before, says nothing of the call as it is.
        if (leg === null && !call.place) throw new AppError('call-not-found');
        sessionId = sessionIdOf(signal);
        keep();
        dispatch({ type: 'takenUp', callId, ...call, at: Date.now() });
        onTakenUp(callId, messages);
        return;
      } catch (error) {
        log('The call could not be taken up again', error);
        // Another session has begun in the meantime, and tries for itself.
        if (sessionIdOf(signal) !== asked || keepableCall(get().state) !== callId) return;
        const next = nextTry(error);
        if (next === 'refused' || next === 'too-late') {
          dispatch({ type: 'takeUpFailed', callId, stoodStill, at: Date.now() });
          return;
        }
        await new Promise((resolve) => setTimeout(resolve, next.inMs));
        if (sessionIdOf(signal) !== asked || keepableCall(get().state) !== callId) return;
      }
    }
  }

  return {
    get id() {
      return sessionId;
    },
    begin() {
      sessionId = sessionIdOf(signal) ?? lastOpen;
    },
    keep,
    hangUp({ callId, reason }) {
      // The other side would wait for the one who has gone, or ring on.
      askAgain(() =>
        inAnySession(signal, sessionId, (earlier) =>
          signal.request('directCall.hangUp', { callId, reason, ...earlier }),
        ),
      ).catch((error: unknown) => log('The server has not heard the end of the call', error));
    },
    takeUp(effect) {
      settled = takeUp(effect);
    },
    get settled() {
      return settled;
    },
  };
}

/** The call that a new page could continue with; null where there is none. */
function keepableCall(state: DirectCallState): CallId | null {
  if (state.name === 'calling') return state.invited?.callId ?? null;
  if (state.name === 'ringing') return state.accepting ? state.ring.callId : null;
  return activeCall(state)?.callId ?? null;
}
