import type { ReactNode } from 'react';
import { useTimeZone } from '#client/ui/time-zone.ts';

export interface InZoneProps {
  /** Given the IANA name of the time zone. */
  readonly children: (zone: string) => ReactNode;
}

/** Waits for the time zone of the page behind a form: what stands in its fields is in it from the beginning. */
export const InZone = ({ children }: InZoneProps) => {
  const zone = useTimeZone();
  return zone === null ? null : children(zone);
};
