import { useCallback, useEffect, useState } from 'react';
import { currentSignal, subscribeToSignal } from '#client/signal/signal-connection.ts';
import { RING_TIMEOUT_MS } from '#protocol/limits.ts';
import type { SignalNoticePayload } from '#protocol/signal/contract.ts';

export type GroupRing = SignalNoticePayload<'groupCall.rang'>;

/** Into which group's call one is rung now, for as long as it rings (SPEC.md, G14); and what ends that. */
export function useGroupRing(): readonly [ring: GroupRing | null, end: () => void] {
  const [ring, setRing] = useState<GroupRing | null>(null);
  const end = useCallback(() => setRing(null), []);
  useEffect(() => {
    let ends: readonly (() => void)[] = [];
    const stop = () => {
      for (const end of ends) end();
    };
    const follow = () => {
      stop();
      const signal = currentSignal();
      ends = signal
        ? [
            signal.on('groupCall.rang', setRing),
            signal.on('groupCall.ringEnded', ({ groupId }) =>
              setRing((now) => (now?.groupId === groupId ? null : now)),
            ),
          ]
        : [];
    };
    follow();
    const unsubscribe = subscribeToSignal(follow);
    return () => {
      unsubscribe();
      stop();
    };
  }, []);
  useEffect(() => {
    if (!ring) return;
    const timer = setTimeout(end, RING_TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, [ring, end]);
  return [ring, end];
}
