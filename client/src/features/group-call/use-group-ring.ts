import { useLingui } from '@lingui/react/macro';
import { useCallback, useEffect, useState } from 'react';
import { errorText } from '#client/i18n/error-text.ts';
import { currentSignal, subscribeToSignal } from '#client/signal/signal-connection.ts';
import { showSnackbar } from '#client/ui/snackbar.tsx';
import { errorCodeOf } from '#protocol/app-error.ts';
import { RING_TIMEOUT_MS } from '#protocol/limits.ts';
import type { SignalNoticePayload } from '#protocol/signal/contract.ts';

export type GroupRing = SignalNoticePayload<'groupCall.rang'>;

export interface GroupRinging {
  /** Null while nothing rings. */
  readonly ring: GroupRing | null;
  /** Ends the ring in this browser, after joining or during another call. */
  readonly end: () => void;
  /** Ends the ring in all browsers of this user, and notifies the owner. */
  readonly decline: () => void;
}

/** Into which group's call one is rung now, for as long as it rings (SPEC.md, G14). */
export function useGroupRing(): GroupRinging {
  const { i18n } = useLingui();
  const [ring, setRing] = useState<GroupRing | null>(null);
  const end = useCallback(() => setRing(null), []);
  const decline = () => {
    if (!ring) return;
    end();
    currentSignal()
      ?.request('groupCall.declineRing', { groupId: ring.groupId })
      .catch((error: unknown) => showSnackbar('error', i18n._(errorText[errorCodeOf(error)])));
  };
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
  return { ring, end, decline };
}
