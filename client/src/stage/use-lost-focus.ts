import { type RefObject, useEffect, useRef } from 'react';

/** Takes the focus where what had it is gone: the button that led here stood on the screen before. */
export function useLostFocus<Element extends HTMLElement>(): RefObject<Element | null> {
  const ref = useRef<Element>(null);
  useEffect(() => {
    if (document.activeElement === document.body) ref.current?.focus({ preventScroll: true });
  }, []);
  return ref;
}
