import { type ReactNode, useEffect, useState } from 'react';

/** As long as a snackbar (specification U12). */
const SHOWN_MS = 6_000;

/** Shows something for six seconds; give it a `key` of what it says, so that something else gets its own time. */
export const Passing = ({ children }: { readonly children: ReactNode }) => {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), SHOWN_MS);
    return () => clearTimeout(timer);
  }, []);
  return over ? null : children;
};
