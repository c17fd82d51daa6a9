import { createContext, useContext } from 'react';

/** IANA name of the time zone of this browser. */
export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** IANA name of the time zone in which times are shown below; the browser's by default. Null while it is loading. */
export const TimeZone = createContext<string | null | undefined>(undefined);

/** Null while the zone is loading: no time is shown until then. */
export const useTimeZone = (): string | null => {
  const zone = useContext(TimeZone);
  return zone === undefined ? browserZone() : zone;
};
