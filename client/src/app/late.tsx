import { type ReactNode, Suspense, useEffect, useState } from 'react';
import type { LazyScreen } from './load-screen.ts';

/** Shows a part of the page once it is loaded, nothing until then. A fallback of Suspense would delay it (load-screen.ts). */
export const Late = ({ part: Part }: { readonly part: LazyScreen<object> }): ReactNode => {
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
  if (!ready) return null;
  return (
    // Of one that could not be loaded: rendering it tries again, then throws.
    <Suspense>
      <Part />
    </Suspense>
  );
};
