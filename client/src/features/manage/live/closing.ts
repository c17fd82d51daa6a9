import { useSyncExternalStore } from 'react';
import { serverNow } from '#client/server-clock.ts';
import { createStore } from '#client/store.ts';
import type { ManagedCall } from '#protocol/signal/manage.ts';

/** How long the notice that follows an answer may take, in ms. A call that is still listed then goes on. */
export const NOTICE_LIMIT_MS = 30_000;

/** An end that the server has confirmed and not yet announced. */
export interface Closing {
  /** Milliseconds since 1970, by the server's clock. */
  readonly at: number;
  /** As it was shown. */
  readonly call: ManagedCall;
}

/** Of calls and of people in them, by `keyOf`. */
export type Closings = ReadonlyMap<string, Closing>;

const closings = createStore<Closings>(new Map());

const keyOf = (callId: string, memberId: string | undefined): string => `${callId} ${memberId ?? ''}`;

export const closingOf = (all: Closings, callId: string, memberId?: string): Closing | null =>
  all.get(keyOf(callId, memberId)) ?? null;

export const isClosing = (callId: string): boolean => closingOf(closings.get(), callId) !== null;

/** Notes that the server has ended a call, or has removed someone from it. */
export function noteClosing(call: ManagedCall, memberId?: string): void {
  const key = keyOf(call.callId, memberId);
  closings.set(new Map([...closings.get(), [key, { at: serverNow(), call }]]));
  setTimeout(
    () => closings.set(new Map([...closings.get()].filter(([each]) => each !== key))),
    NOTICE_LIMIT_MS,
  );
}

/** What ends by this page's doing. The notices of that follow seconds later. */
export const useClosings = (): Closings => useSyncExternalStore(closings.subscribe, closings.get);
