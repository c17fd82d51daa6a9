import { type CallKeeper, callKeeper, type KeptCall } from '#client/call/kept-call.ts';
import { createRetry, TAKE_UP_LIMIT_MS } from '#client/call/retry.ts';
import type { Signal } from '#client/signal/signal.ts';
import { AppError } from '#protocol/app-error.ts';
import type { CallId } from '#protocol/ids.ts';
import type { SignalReply } from '#protocol/signal/contract.ts';
import { inAnySession } from './any-session.ts';
import type { HangUpReason } from './call-state.ts';

/** The direct call that the last page of this tab has left; null where there is none. */
export const leftDirectCall = (): KeptCall | null =>
  callKeeper.left?.call.kind === 'direct' ? callKeeper.left : null;

type Place = NonNullable<SignalReply<'directCall.takeUp'>['place']>;

/** What has become of the call that the last page was in. */
export type Returned =
  | {
      readonly how: 'returned';
      readonly callId: CallId;
      readonly kept: KeptCall;
      readonly reply: SignalReply<'directCall.takeUp'> & { readonly place: Place };
    }
  /** There was none, it is over, it was not answered yet, or it was left. */
  | { readonly how: 'over' }
  /** Nobody knows: the server has not answered for longer than a call is waited for. */
  | { readonly how: 'lost'; readonly callId: CallId };

export interface ReturnOptions {
  readonly signal: Signal;
  /** Once aborted the call is left instead. */
  readonly left: AbortSignal;
  readonly log: (message: string, detail?: unknown) => void;
  /** This tab's by default. */
  readonly keeper?: Pick<CallKeeper, 'claim' | 'forget'>;
}

/** Takes the call up that the last page was in (SPEC.md, D17), for as long as the other side waits for it. */
export async function returnToCall(options: ReturnOptions): Promise<Returned> {
  const { signal, left, log, keeper = callKeeper } = options;
  const claimed = await keeper.claim();
  if (claimed?.call.kind !== 'direct') return { how: 'over' };
  const kept: KeptCall = claimed;
  const { callId } = claimed.call;
  const { sessionId } = kept;
  const over = new AbortController();
  const end = () => over.abort();
  const limit = setTimeout(end, TAKE_UP_LIMIT_MS);
  left.addEventListener('abort', end);
  if (left.aborted) end();
  const nextTry = createRetry();

  function giveUp(reason: HangUpReason): void {
    keeper.forget();
    inAnySession(signal, sessionId, (earlier) =>
      signal.request('directCall.hangUp', { callId, reason, ...earlier }),
    ).catch((error: unknown) => log('The server has not heard the end of the call', error));
  }

  async function takeUp(): Promise<Returned> {
    for (;;) {
      try {
        over.signal.throwIfAborted();
        const asked = signal.request('directCall.takeUp', { callId, before: sessionId, newPage: true });
        const { place, ...reply } = await unless(over.signal, asked);
        if (!place) throw new AppError('call-not-found');
        return { how: 'returned', callId, kept, reply: { ...reply, place } };
      } catch (error) {
        log('The call of the last page could not be taken up', error);
        // What was kept stays: another page has the session, or the same person signs in again.
        if (signal.state.phase === 'closed') return { how: 'over' };
        const next = over.signal.aborted ? 'too-late' : nextTry(error);
        if (left.aborted || next === 'refused') {
          // What still rings is cancelled: a page that calls is one that someone has called from.
          giveUp('hung-up');
          return { how: 'over' };
        }
        if (next === 'too-late') {
          giveUp('connection-lost');
          return { how: 'lost', callId };
        }
        await passed(next.inMs, over.signal);
      }
    }
  }

  try {
    return await takeUp();
  } finally {
    clearTimeout(limit);
    left.removeEventListener('abort', end);
  }
}

/** As `promise`, but rejects as soon as `signal` is aborted. */
function unless<Value>(signal: AbortSignal, promise: Promise<Value>): Promise<Value> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort);
  return Promise.race([promise, aborted]).finally(() => signal.removeEventListener('abort', abort));
}

/** Resolves after this long, or as soon as `signal` is aborted. */
function passed(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  signal.addEventListener('abort', () => resolve(), { once: true });
  return promise.finally(() => clearTimeout(timer));
}
