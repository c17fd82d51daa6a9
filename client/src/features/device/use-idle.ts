import { useEffect, useRef, useState } from 'react';

const GESTURES = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const;

/**
 * Whether no one has touched the page for this long. The gesture that ends it does nothing else: anyone who wakes a kiosk cannot
 * see yet what lies under the finger. `awake`: never, while that is set.
 */
export function useIdle(afterMs: number, awake: boolean): boolean {
  const [idle, setIdle] = useState(false);
  // Beyond the effect: the connection may come or go while the finger is on the screen.
  const waking = useRef(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    let rests = false;
    const touch = () => {
      clearTimeout(timer);
      rests = false;
      setIdle(false);
      if (awake) return;
      timer = setTimeout(() => {
        rests = true;
        setIdle(true);
      }, afterMs);
    };
    const onGesture = (event: Event) => {
      if (event.type === 'keydown' && rests) drop(event);
      // The click of a touch comes when the finger is lifted; with the next one a new gesture begins.
      if (event.type === 'pointerdown') waking.current = rests;
      touch();
    };
    const onClick = (event: Event) => {
      if (waking.current) drop(event);
      waking.current = false;
    };
    touch();
    for (const gesture of GESTURES)
      window.addEventListener(gesture, onGesture, { capture: true, passive: gesture === 'wheel' });
    window.addEventListener('click', onClick, { capture: true });
    return () => {
      clearTimeout(timer);
      for (const gesture of GESTURES) window.removeEventListener(gesture, onGesture, { capture: true });
      window.removeEventListener('click', onClick, { capture: true });
    };
  }, [afterMs, awake]);
  return idle;
}

function drop(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}
