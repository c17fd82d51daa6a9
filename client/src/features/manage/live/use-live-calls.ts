import { useEffect, useState, useSyncExternalStore } from 'react';
import { type LiveCalls, type LiveCallsState, openLiveCalls } from './live-calls.ts';

const NONE: LiveCallsState = { phase: 'waiting', list: null };

/** The calls in progress for as long as the screen is shown. */
export function useLiveCalls(customerIds: readonly string[] | null): {
  readonly state: LiveCallsState;
  readonly live: LiveCalls | null;
} {
  const [live, setLive] = useState<LiveCalls | null>(null);
  useEffect(() => {
    const opened = openLiveCalls(customerIds);
    setLive(opened);
    return () => opened.close();
  }, [customerIds]);
  const state = useSyncExternalStore(live?.subscribe ?? never, () => live?.get() ?? NONE);
  return { state, live };
}

const never = () => () => {};
