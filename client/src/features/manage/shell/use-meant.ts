import { useEffect, useRef } from 'react';

/** A pointer that only crosses a link is gone sooner. */
const MEANT_AFTER_MS = 50;

/**
 * Handlers for a link that the reader probably takes: the pointer rests on it, the focus stays on it, or it is pressed. What
 * it leads to is prepared meanwhile.
 */
export function useMeant(prepare: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const cancel = () => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);
  const later = () => {
    cancel();
    timer.current = setTimeout(prepare, MEANT_AFTER_MS);
  };
  return {
    onPointerEnter: later,
    onPointerLeave: cancel,
    onFocus: later,
    onBlur: cancel,
    onPointerDown: () => {
      cancel();
      prepare();
    },
  };
}
