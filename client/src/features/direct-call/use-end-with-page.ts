import { useEffect, useEffectEvent, useRef } from 'react';
import type { DirectCall } from '#client/call/direct/direct-call.ts';

/** A call ends when its page is left; not when another one is answered there, which only changes the page's address. */
export function useEndWithPage(call: DirectCall | null): void {
  const leave = useEffectEvent(() => {
    // It goes on on another page.
    if (!call || call.get().state.name === 'moved') return;
    call.hangUp();
    call.dismiss();
  });
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    // A moment later: a page that React takes down and puts up again at once (StrictMode) does not hang up.
    clearTimeout(leaving.current);
    return () => {
      leaving.current = setTimeout(() => leave());
    };
  }, []);
}
