import { useEffect, useState } from 'react';
import { currentSignal, subscribeToSignal } from '#client/signal/signal-connection.ts';
import { lazyPart } from '#client/stage/lazy-part.tsx';
import type { SignalNoticePayload } from '#protocol/signal/contract.ts';

export type Ring = SignalNoticePayload<'groupCall.rang'>;

const GroupRingDialog = lazyPart(async () => (await import('./group-ring-dialog.tsx')).GroupRingDialog);

/** Rings on whichever page one is when the owner of a group would like one to join its call (SPEC.md, G14). */
export const GroupRing = () => {
  const [ring, setRing] = useState<Ring | null>(null);
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
    const end = subscribeToSignal(follow);
    return () => {
      end();
      stop();
    };
  }, []);
  return ring && <GroupRingDialog key={ring.groupId} ring={ring} onEnd={() => setRing(null)} />;
};
