import type { ReactNode } from 'react';
import { useCustomerZone } from './use-customer-zone.ts';

export interface InZoneProps {
  /** Null: not known, or none. */
  readonly customerId: string | null;
  /** Given the IANA name of the time zone. */
  readonly children: (zone: string) => ReactNode;
}

/** Waits for the time zone of a customer: what stands in the fields of a form is in it from the beginning. */
export const InZone = ({ customerId, children }: InZoneProps) => {
  const zone = useCustomerZone(customerId);
  return zone === null ? null : children(zone);
};
