import { useEffect, useId, useLayoutEffect, useSyncExternalStore } from 'react';

/** What leaving would put an end to. */
export type Held = 'changes' | 'recording';

/** Screens that would lose something. */
const holders = new Map<string, Held>();
/** Where somebody wanted to go, until they have said whether they mean it. */
let wanted: { readonly go: () => void; readonly held: Held } | null = null;
/** The application itself goes elsewhere just now. */
let unasked = false;
const listeners = new Set<() => void>();

const setWanted = (next: typeof wanted): void => {
  wanted = next;
  for (const listener of [...listeners]) listener();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Whether something would be lost by leaving now. */
export const holdsChanges = (): boolean => !unasked && holders.size > 0;

/** Goes at once, or asks first where changes would be lost (app/leave-dialog.tsx). */
export const leave = (go: () => void): void => {
  if (holdsChanges())
    setWanted({ go, held: [...holders.values()].includes('recording') ? 'recording' : 'changes' });
  else go();
};

/** Goes where there is no staying, as with a call that goes on on another page: nobody is asked. */
export const leaveUnasked = (go: () => void): void => {
  unasked = true;
  go();
  unasked = false;
};

export interface WantedLeave {
  readonly held: Held;
  readonly confirm: () => void;
  readonly stay: () => void;
}

/** What the dialog asks about: null while there is nothing to ask. */
export const useWantedLeave = (): WantedLeave | null => {
  const leaving = useSyncExternalStore(subscribe, () => wanted);
  if (leaving === null) return null;
  const { go, held } = leaving;
  return {
    held,
    confirm: () => {
      holders.clear();
      setWanted(null);
      go();
    },
    stay: () => setWanted(null),
  };
};

/**
 * While `active`, leaving the screen asks: by a link, by the browser's buttons, by signing out, and, in the browser's own
 * words, by closing the page.
 */
export const useLeaveGuard = (active: boolean, held: Held = 'changes'): void => {
  const id = useId();
  // As a layout effect: a screen that is gone holds nobody back, also not whoever replaces it.
  useLayoutEffect(() => {
    if (!active) return;
    holders.set(id, held);
    return () => {
      holders.delete(id);
    };
  }, [active, id, held]);
  useEffect(() => {
    if (!active) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [active]);
};
