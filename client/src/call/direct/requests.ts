import type { OnlyCall } from '#client/call/only-call.ts';
import { askAgain, UNDONE } from '#client/call/retry.ts';
import { errorCodeOf } from '#protocol/app-error.ts';
import type { CallId, SessionId } from '#protocol/ids.ts';
import { inAnySession } from './any-session.ts';
import type { EffectOf } from './call-state.ts';
import type { DirectCallContext } from './context.ts';

/** How long calling and answering are repeated before the user sees an error. */
const BEGIN_LIMIT_MS = 15_000;

export async function invite(
  { signal, get, dispatch }: DirectCallContext,
  onlyCall: OnlyCall,
  { attempt, pairId }: EffectOf<'invite'>,
): Promise<void> {
  try {
    if (!(await onlyCall.take())) {
      dispatch({ type: 'inviteFailed', attempt, end: { kind: 'in-other-tab' } });
      return;
    }
    // Someone waits for it: the connection is tried now.
    if (signal.state.phase === 'lost') signal.check();
    const reply = await askAgain(
      () =>
        pairId === null
          ? signal.request('directCall.inviteHost', {})
          : signal.request('directCall.invite', { pairId }),
      {
        limitMs: BEGIN_LIMIT_MS,
        passes: UNDONE,
        isWanted() {
          const { state } = get();
          return state.name === 'calling' && state.attempt === attempt;
        },
      },
    );
    const { callId, peer, ringsForMs } = reply;
    dispatch({ type: 'invited', attempt, callId, peer, ringsUntil: Date.now() + ringsForMs });
  } catch (error) {
    dispatch({ type: 'inviteFailed', attempt, end: { kind: 'error', code: errorCodeOf(error) } });
  }
}

export async function accept(
  { signal, get, dispatch, log }: DirectCallContext,
  onlyCall: OnlyCall,
  { callId, before }: { readonly callId: CallId; readonly before: SessionId | null },
): Promise<void> {
  // A browser that rings is in no other call, or hosts the calling guest.
  onlyCall.take().catch((error: unknown) => log('The only call could not be held', error));
  try {
    const reply = await askAgain(
      () =>
        inAnySession(signal, before, (earlier) =>
          signal.request('directCall.accept', { callId, ...earlier }),
        ),
      {
        limitMs: BEGIN_LIMIT_MS,
        passes: UNDONE,
        isWanted() {
          const { state } = get();
          return state.name === 'ringing' && state.ring.callId === callId;
        },
      },
    );
    dispatch({ type: 'acceptAnswered', callId, ...reply, at: Date.now() });
  } catch (error) {
    dispatch({ type: 'acceptFailed', callId, code: errorCodeOf(error) });
  }
}
