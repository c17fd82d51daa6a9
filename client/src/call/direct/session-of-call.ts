import { createKeeping } from '#client/call/keeping.ts';
import type { Signal } from '#client/signal/signal.ts';
import { AppError } from '#protocol/app-error.ts';
import type { CallId, SessionId } from '#protocol/ids.ts';
import type { CallMessage } from '#protocol/signal/chat.ts';
import { activeCall, type DirectCallState, type EffectOf } from './call-state.ts';
import type { DirectCallContext } from './context.ts';

/** The session that the server has the call in, for this page and for the one that may be loaded in its place. */
export interface SessionOfCall {
  /** A call begins in the session that there is now. */
  begin(): void;
  /** The call has changed, or one's own media. */
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
  let partyId: string | null = null;
  let settled: Promise<void> = Promise.resolve();

  function keep(): void {
    const { state, local } = get();
    if (signal.state.phase === 'open') partyId = signal.state.party?.id ?? null;
    const callId = keepableCall(state);
    const keptSession = sessionId ?? sessionIdOf(signal);
    if (callId === null) keeping.forget();
    else if (keptSession !== null && partyId !== null && local)
      keeping.keep({ kind: 'direct', callId }, { sessionId: keptSession, partyId }, local);
  }

  async function takeUp({ callId, stoodStill }: EffectOf<'takeUp'>): Promise<void> {
    const before = sessionId;
    try {
      if (before === null) throw new AppError('call-not-found');
      const { messages = [] } = await signal.request('directCall.takeUp', { callId, before });
      sessionId = sessionIdOf(signal);
      keep();
      onTakenUp(callId, messages);
    } catch (error) {
      log('The call could not be taken up again', error);
      // Another session has begun in the meantime, and tries for itself.
      if (error instanceof AppError && error.code === 'service-unavailable') return;
      dispatch({ type: 'takeUpFailed', callId, stoodStill, at: Date.now() });
    }
  }

  return {
    begin() {
      sessionId = sessionIdOf(signal);
    },
    keep,
    takeUp(effect) {
      settled = takeUp(effect);
    },
    get settled() {
      return settled;
    },
  };
}

const sessionIdOf = ({ state }: Signal): SessionId | null =>
  state.phase === 'open' ? state.sessionId : null;

/** The call that a new page could continue with; null where there is none. */
function keepableCall(state: DirectCallState): CallId | null {
  if (state.name === 'calling') return state.invited?.callId ?? null;
  if (state.name === 'ringing') return state.accepting ? state.ring.callId : null;
  return activeCall(state)?.callId ?? null;
}
