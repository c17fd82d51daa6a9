import { useState } from 'react';
import { useSignalState } from './use-signal-state.ts';

/** Whether the page has failed to connect since it was opened, without an answer of the server. */
export function useNeverConnected(): boolean {
  const state = useSignalState();
  const [connected, setConnected] = useState(false);
  if (state?.phase === 'open' && !connected) setConnected(true);
  return !connected && state?.phase === 'lost' && state.refusal === null;
}
