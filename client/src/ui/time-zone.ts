import { createContext, useContext } from 'react';

/** IANA name of the time zone of this browser. */
export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** IANA name of the time zone in which times are shown below; the browser's by default. */
export const TimeZone = createContext<string | undefined>(undefined);

export const useTimeZone = (): string => useContext(TimeZone) ?? browserZone();
