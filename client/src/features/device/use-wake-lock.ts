import { useEffect, useState } from 'react';

export type WakeLockState = 'held' | 'released' | 'unsupported';

/**
 * Keeps the screen on while the page is shown. A browser gives the lock up whenever the page is hidden, so it is asked for
 * again when the page is back (W3C Screen Wake Lock, 6.1).
 */
export function useWakeLock(): WakeLockState {
  const [state, setState] = useState<WakeLockState>('wakeLock' in navigator ? 'released' : 'unsupported');
  useEffect(() => {
    if (!('wakeLock' in navigator)) return;
    let ended = false;
    let lock: WakeLockSentinel | null = null;
    let isAsking = false;
    const acquire = async () => {
      if (document.visibilityState !== 'visible' || isAsking || (lock && !lock.released)) return;
      isAsking = true;
      try {
        lock = await navigator.wakeLock.request('screen');
      } catch {
        // Low battery, or the page was hidden meanwhile: asked again when it is shown.
        setState('released');
        return;
      } finally {
        isAsking = false;
      }
      if (ended) return void lock.release();
      lock.addEventListener('release', () => setState('released'));
      setState('held');
    };
    const onVisible = () => void acquire();
    document.addEventListener('visibilitychange', onVisible);
    void acquire();
    return () => {
      ended = true;
      document.removeEventListener('visibilitychange', onVisible);
      void lock?.release();
    };
  }, []);
  return state;
}
