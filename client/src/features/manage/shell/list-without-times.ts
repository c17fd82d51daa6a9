import { createContext, useContext, useLayoutEffect } from 'react';

/** Tells the page that its list shows no times, or that it does. */
export const ListWithoutTimes = createContext<(timeless: boolean) => void>(() => {});

/** Tells the page around a list whether it has to name a time zone, before the list is painted. */
export function useListWithoutTimes(timeless: boolean): void {
  const tell = useContext(ListWithoutTimes);
  useLayoutEffect(() => {
    tell(timeless);
    return () => tell(false);
  }, [tell, timeless]);
}
