import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { managedCustomerQuery } from '#client/api/queries/manage/customers.ts';
import { useZone } from './use-zone.ts';

export interface InZoneProps {
  /** Null: not known, or none. */
  readonly customerId: string | null;
  /** Given the IANA name of the time zone. */
  readonly children: (zone: string) => ReactNode;
}

/** Waits for the time zone of a customer: what stands in the fields of a form is in it from the beginning. */
export const InZone = ({ customerId, children }: InZoneProps) => {
  const zone = useZone();
  const { data, isLoading } = useQuery({
    ...managedCustomerQuery(customerId ?? ''),
    enabled: customerId !== null,
  });
  return isLoading ? null : children(data?.timeZone ?? zone);
};
