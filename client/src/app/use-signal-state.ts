import { useSyncExternalStore } from 'react';
import type { SignalState } from '#client/signal/signal.ts';
import { currentSignal, subscribeToSignal } from '#client/signal/signal-connection.ts';

function subscribe(listener: () => void): () => void {
  let unfollow = () => {};
  const follow = () => {
    unfollow();
    unfollow = currentSignal()?.subscribe(listener) ?? (() => {});
    listener();
  };
  follow();
  const end = subscribeToSignal(follow);
  return () => {
    end();
    unfollow();
  };
}

/** How the page's signalling connection is; null while there is none. */
export const useSignalState = (): SignalState | null =>
  useSyncExternalStore(subscribe, () => currentSignal()?.state ?? null);
