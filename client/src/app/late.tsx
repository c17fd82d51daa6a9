import { type ReactNode, Suspense, useEffect, useState } from 'react';
import type { LazyScreen } from './load-screen.ts';

export interface LateProps {
  readonly part: LazyScreen<object>;
  /** Nothing by default. */
  readonly fallback?: ReactNode;
}

/** Shows a part of the page once it is loaded. A fallback of Suspense would delay it (load-screen.ts). */
export const Late = ({ part: Part, fallback = null }: LateProps): ReactNode => {
  const [ready, setReady] = useState(Part.isLoaded);
  useEffect(() => {
    if (ready) return;
    let over = false;
    void Part.preload().then(() => {
      if (!over) setReady(true);
    });
    return () => {
      over = true;
    };
  }, [Part, ready]);
  if (!ready) return fallback;
  return (
    // Of one that could not be loaded: rendering it tries again, then throws.
    <Suspense fallback={fallback}>
      <Part />
    </Suspense>
  );
};
