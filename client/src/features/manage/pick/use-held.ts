import { useEffect, useState } from 'react';
import { afterPress } from './after-press.ts';

export interface Held<Shown> {
  readonly shown: Shown;
  /** Call it when a press begins. */
  readonly hold: () => void;
  /** Ends before the press does. */
  readonly release: () => void;
}

/**
 * Keeps what is shown unchanged during a press. A browser clicks only where press and release hit the same element: one that
 * moves or leaves in between is not clicked.
 */
export const useHeld = <Shown>(current: Shown): Held<Shown> => {
  const [held, setHeld] = useState<{ readonly shown: Shown } | null>(null);
  useEffect(() => (held ? afterPress(window, () => setHeld(null)) : undefined), [held]);
  const shown = held ? held.shown : current;
  return { shown, hold: () => setHeld({ shown }), release: () => setHeld(null) };
};
