import { useEffect, useId, useLayoutEffect, useSyncExternalStore } from 'react';

/**
 * What leaving would end. `dialog`: changes in a dialog that has an address, which another query of the same path closes.
 * `once`: what is shown only once, in a dialog without an address, which any step back is meant to close; that asks itself.
 */
export type Held = 'changes' | 'dialog' | 'once' | 'call';

/** How far a step leads: to another path, to another query of the same path, or to an entry with the same address. */
export type StepKind = 'path' | 'query' | 'same';

const ENDED_BY: Readonly<Record<StepKind, readonly Held[]>> = {
  path: ['changes', 'dialog', 'once', 'call'],
  query: ['dialog', 'once'],
  same: ['once'],
};

interface Holder {
  readonly held: Held;
  /** It goes on there. */
  readonly staysAt: ((pathname: string) => boolean) | undefined;
}

/** The screens with something to lose. */
const holders = new Map<string, Holder>();
/** What would be lost on the way to a path; by anything that leads to no path, as signing out does, all of it. */
const lostBy = (pathname?: string, step: StepKind = 'path'): readonly Held[] =>
  unasked
    ? []
    : [...holders.values()].flatMap(({ held, staysAt }) =>
        (pathname !== undefined && staysAt?.(pathname)) || !ENDED_BY[step].includes(held) ? [] : held,
      );
/** Where the user wants to go, until they confirm or cancel. */
let wanted: { readonly go: () => void; readonly held: Held } | null = null;
/** The application itself is navigating. */
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

/** Whether something would be lost by leaving now, for `pathname` where it is known. */
export const holdsChanges = (pathname?: string, step: StepKind = 'path'): boolean =>
  lostBy(pathname, step).length > 0;

/**
 * Goes at once, or asks first where something would be lost: changes (app/leave-dialog.tsx), or a call or what is shown once,
 * which ask themselves.
 */
export const leave = (go: () => void, pathname?: string, step: StepKind = 'path'): void => {
  const lost = lostBy(pathname, step);
  const held = (['call', 'once'] as const).find((each) => lost.includes(each)) ?? 'changes';
  if (lost.length > 0) setWanted({ go, held });
  else go();
};

/** Navigates without asking, as for a call that continues on another page. */
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
export const useLeaveGuard = (
  active: boolean,
  held: Held = 'changes',
  staysAt?: (pathname: string) => boolean,
): void => {
  const id = useId();
  // A layout effect: an unmounted screen must not hold back the next one.
  useLayoutEffect(() => {
    if (!active) return;
    holders.set(id, { held, staysAt });
    return () => {
      holders.delete(id);
    };
  }, [active, id, held, staysAt]);
  useEffect(() => {
    if (!active) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [active]);
};
