import { useEffect, useState } from 'react';

const GESTURES = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const;

/** Whether nobody has touched the page for so long. `awake`: never, while that is set. */
export function useIdle(afterMs: number, awake: boolean): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const touch = () => {
      clearTimeout(timer);
      setIdle(false);
      if (!awake) timer = setTimeout(() => setIdle(true), afterMs);
    };
    touch();
    for (const gesture of GESTURES) window.addEventListener(gesture, touch, { passive: true });
    return () => {
      clearTimeout(timer);
      for (const gesture of GESTURES) window.removeEventListener(gesture, touch);
    };
  }, [afterMs, awake]);
  return idle;
}
