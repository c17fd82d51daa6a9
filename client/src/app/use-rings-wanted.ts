import { useEffect, useState } from 'react';
import { currentSignal, subscribeToSignal } from '#client/signal/signal-connection.ts';
import { whenIdle } from '#client/when-idle.ts';
import type { SignalNoticeName } from '#protocol/signal/contract.ts';

const RINGS: readonly SignalNoticeName[] = ['directCall.rang', 'groupCall.rang'];

/**
 * Whether to load what rings: from the first ring on.
 *
 * @param ahead before anyone does, once the page has nothing better to do: not in a room, whose own code is heavy, and in
 *   which one is rung before joining at most
 */
export function useRingsWanted(ahead: boolean): boolean {
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    if (wanted || !ahead) return;
    let over = false;
    void whenIdle().then(() => {
      if (!over) setWanted(true);
    });
    return () => {
      over = true;
    };
  }, [wanted, ahead]);
  useEffect(() => {
    if (wanted) return;
    const listener = (name: SignalNoticeName) => {
      if (RINGS.includes(name)) setWanted(true);
    };
    let stop = () => {};
    const follow = () => {
      stop();
      // Not only what no one listens to: the host of calls may know of the call already, and shows no ring.
      stop = currentSignal()?.onArrival(listener) ?? (() => {});
    };
    follow();
    const end = subscribeToSignal(follow);
    return () => {
      end();
      stop();
    };
  }, [wanted]);
  return wanted;
}
