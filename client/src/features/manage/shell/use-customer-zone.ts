import { useQuery } from '@tanstack/react-query';
import { managedCustomerQuery } from '#client/api/queries/manage/customers.ts';
import { useKnownZone } from './use-zone.ts';

/**
 * IANA name of the time zone of the customer that one object belongs to, which need not be the one of the address.
 *
 * @param customerId null: not known, or none
 * @returns null while the customer is loading
 */
export function useCustomerZone(customerId: string | null): string | null {
  const zone = useKnownZone();
  const { data, isPending } = useQuery({
    ...managedCustomerQuery(customerId ?? ''),
    enabled: customerId !== null,
  });
  if (customerId !== null && isPending) return null;
  return data?.timeZone ?? zone;
}
