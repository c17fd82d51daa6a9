import { callKeeper, type KeptCall } from '#client/call/kept-call.ts';
import type { Signal } from '#client/signal/signal.ts';
import { AppError } from '#protocol/app-error.ts';
import type { CallId } from '#protocol/ids.ts';
import type { SignalReply } from '#protocol/signal/contract.ts';

/** The direct call that the last page of this tab has left; null where there is none. */
export const leftDirectCall = (): KeptCall | null =>
  callKeeper.left?.call.kind === 'direct' ? callKeeper.left : null;

export interface Returned {
  readonly callId: CallId;
  readonly kept: KeptCall;
  readonly reply: SignalReply<'directCall.takeUp'> & {
    readonly place: NonNullable<SignalReply<'directCall.takeUp'>['place']>;
  };
}

/** Takes the call up that the last page was in (SPEC.md, D17); null where it is over, or was not answered yet. */
export async function returnToCall(signal: Signal): Promise<Returned | null> {
  const kept = await callKeeper.claim();
  if (kept?.call.kind !== 'direct') return null;
  const { callId } = kept.call;
  for (;;) {
    try {
      const before = kept.sessionId;
      const { place, ...reply } = await signal.request('directCall.takeUp', {
        callId,
        before,
        newPage: true,
      });
      if (!place) throw new AppError('call-not-found');
      return { callId, kept, reply: { ...reply, place } };
    } catch (error) {
      const replaced = error instanceof AppError && error.code === 'service-unavailable';
      // The server was restarted at this moment: the next one takes it up.
      if (signal.state.phase === 'closed') return null;
      if (replaced) continue;
      callKeeper.forget();
      // What still rings is cancelled: a page that calls is one that someone has called from.
      await signal.request('directCall.hangUp', { callId, reason: 'hung-up' });
      return null;
    }
  }
}
