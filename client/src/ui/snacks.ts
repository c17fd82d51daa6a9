import type { ReactNode } from 'react';
import type { Tone } from './banner.tsx';

/** Specification U12. */
const SNACKBAR_MS = 6000;
/** Older ones make way. */
const MAX_SHOWN = 3;

export interface Snack {
  readonly id: number;
  readonly tone: Tone;
  readonly content: ReactNode;
  /** Stays until it is dismissed. */
  readonly lasting?: true;
}

interface Clock {
  remainingMs: number;
  runsSince: number;
  timer: ReturnType<typeof setTimeout>;
}

let snacks: readonly Snack[] = [];
let lastId = 0;
const clocks = new Map<number, Clock>();
const listeners = new Set<() => void>();

const setSnacks = (next: readonly Snack[]) => {
  const gone = snacks.filter((snack) => !next.includes(snack));
  snacks = next;
  for (const { id } of gone) {
    clearTimeout(clocks.get(id)?.timer);
    clocks.delete(id);
  }
  for (const listener of [...listeners]) listener();
};

export const shownSnacks = (): readonly Snack[] => snacks;

export const subscribeToSnacks = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const dismissSnack = (id: number): void => setSnacks(snacks.filter((snack) => snack.id !== id));

const runClock = (id: number, remainingMs: number): void => {
  const timer = setTimeout(() => dismissSnack(id), remainingMs);
  clocks.set(id, { remainingMs, runsSince: performance.now(), timer });
};

export const addSnack = (tone: Tone, content: ReactNode, shownMs = SNACKBAR_MS): number => {
  const id = ++lastId;
  runClock(id, shownMs);
  const passing = [...snacks.filter(({ lasting }) => !lasting), { id, tone, content }];
  setSnacks([...snacks.filter(({ lasting }) => lasting), ...passing.slice(-MAX_SHOWN)]);
  return id;
};

/** Stays until it is dismissed, however many others come. */
export const addLastingSnack = (tone: Tone, content: (id: number) => ReactNode): number => {
  const id = ++lastId;
  setSnacks([...snacks, { id, tone, content: content(id), lasting: true }]);
  return id;
};

/** The clock stands still while someone points at it or has the focus in it (WCAG 2.2.1). */
export const holdSnack = (id: number): void => {
  const clock = clocks.get(id);
  if (!clock) return;
  clearTimeout(clock.timer);
  clock.remainingMs -= performance.now() - clock.runsSince;
};

export const releaseSnack = (id: number): void => {
  const clock = clocks.get(id);
  if (clock) runClock(id, clock.remainingMs);
};
