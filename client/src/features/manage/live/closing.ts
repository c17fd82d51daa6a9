import { useCallback, useSyncExternalStore } from 'react';
import { createStore } from '#client/store.ts';

/** How long the notice that follows an answer may take, in ms. A call that is still listed then goes on. */
export const NOTICE_LIMIT_MS = 30_000;

/** Calls, and people in them, whose end the server has confirmed and not yet announced. */
const closing = createStore<ReadonlySet<string>>(new Set());

const keyOf = (callId: string, memberId: string | undefined): string => `${callId} ${memberId ?? ''}`;

export const isClosing = (callId: string, memberId?: string): boolean =>
  closing.get().has(keyOf(callId, memberId));

/** Notes that the server has ended a call, or has removed someone from it. */
export function noteClosing(callId: string, memberId?: string): void {
  const key = keyOf(callId, memberId);
  closing.set(new Set([...closing.get(), key]));
  setTimeout(() => closing.set(new Set([...closing.get()].filter((each) => each !== key))), NOTICE_LIMIT_MS);
}

/** Whether a call ends, or someone is leaving it, by this page's doing. The notice of that follows seconds later. */
export const useIsClosing = (callId: string, memberId?: string): boolean =>
  useSyncExternalStore(
    closing.subscribe,
    useCallback(() => isClosing(callId, memberId), [callId, memberId]),
  );
