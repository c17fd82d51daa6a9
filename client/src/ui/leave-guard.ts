import { useEffect, useId, useLayoutEffect, useSyncExternalStore } from 'react';

/** Screens with changes that would be lost. */
const holders = new Set<string>();
/** Where somebody wanted to go, until they have said whether they mean it. */
let wanted: (() => void) | null = null;
const listeners = new Set<() => void>();

const setWanted = (next: (() => void) | null): void => {
  wanted = next;
  for (const listener of [...listeners]) listener();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Whether something would be lost by leaving now. */
export const holdsChanges = (): boolean => holders.size > 0;

/** Goes at once, or asks first where changes would be lost (app/leave-dialog.tsx). */
export const leave = (go: () => void): void => {
  if (holdsChanges()) setWanted(go);
  else go();
};

/** What the dialog asks about: null while there is nothing to ask. */
export const useWantedLeave = (): { readonly confirm: () => void; readonly stay: () => void } | null => {
  const go = useSyncExternalStore(subscribe, () => wanted);
  if (go === null) return null;
  return {
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
export const useLeaveGuard = (active: boolean): void => {
  const id = useId();
  // As a layout effect: a screen that is gone holds nobody back, also not whoever replaces it.
  useLayoutEffect(() => {
    if (!active) return;
    holders.add(id);
    return () => {
      holders.delete(id);
    };
  }, [active, id]);
  useEffect(() => {
    if (!active) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [active]);
};
