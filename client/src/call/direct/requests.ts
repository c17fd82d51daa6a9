import type { OnlyCall } from '#client/call/only-call.ts';
import { errorCodeOf } from '#protocol/app-error.ts';
import type { CallId, SessionId } from '#protocol/ids.ts';
import { inAnySession } from './any-session.ts';
import type { EffectOf } from './call-state.ts';
import type { DirectCallContext } from './context.ts';

export async function invite(
  { signal, dispatch }: DirectCallContext,
  onlyCall: OnlyCall,
  { attempt, pairId }: EffectOf<'invite'>,
): Promise<void> {
  try {
    if (!(await onlyCall.take())) {
      dispatch({ type: 'inviteFailed', attempt, end: { kind: 'in-other-tab' } });
      return;
    }
    const reply = await (pairId === null
      ? signal.request('directCall.inviteHost', {})
      : signal.request('directCall.invite', { pairId }));
    const { callId, peer, ringsForMs } = reply;
    dispatch({ type: 'invited', attempt, callId, peer, ringsUntil: Date.now() + ringsForMs });
  } catch (error) {
    dispatch({ type: 'inviteFailed', attempt, end: { kind: 'error', code: errorCodeOf(error) } });
  }
}

export async function accept(
  { signal, dispatch, log }: DirectCallContext,
  onlyCall: OnlyCall,
  { callId, before }: { readonly callId: CallId; readonly before: SessionId | null },
): Promise<void> {
  // A browser that rings is in no other call, or hosts the calling guest.
  onlyCall.take().catch((error: unknown) => log('The only call could not be held', error));
  try {
    const reply = await inAnySession(signal, before, (earlier) =>
      signal.request('directCall.accept', { callId, ...earlier }),
    );
    dispatch({ type: 'acceptAnswered', callId, ...reply, at: Date.now() });
  } catch (error) {
    dispatch({ type: 'acceptFailed', callId, code: errorCodeOf(error) });
  }
}
