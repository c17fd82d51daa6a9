import { useQuery } from '@tanstack/react-query';
import { managedCustomerQuery } from '#client/api/queries/manage/customers.ts';
import { useZone } from './use-zone.ts';

/**
 * IANA name of the time zone of the customer that one object belongs to, which need not be the one of the address.
 *
 * @param customerId null: not known, or none
 */
export function useCustomerZone(customerId: string | null): string {
  const zone = useZone();
  const { data } = useQuery({ ...managedCustomerQuery(customerId ?? ''), enabled: customerId !== null });
  return data?.timeZone ?? zone;
}
