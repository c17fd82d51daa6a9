import { useQuery } from '@tanstack/react-query';
import { managedCustomerQuery } from '#client/api/queries/manage/customers.ts';
import { browserZone } from '#client/ui/time-zone.ts';
import { useScope } from './use-scope.ts';

/** IANA name of the time zone that days are of: the customer's, and the browser's where several are shown or it is not known. */
export function useZone(): string {
  return useKnownZone() ?? browserZone();
}

/** The same; null while the customer is loading. */
export function useKnownZone(): string | null {
  const { customerId } = useScope();
  const { data, isPending } = useQuery({
    ...managedCustomerQuery(customerId ?? ''),
    enabled: customerId !== null,
  });
  if (customerId !== null && isPending) return null;
  return data?.timeZone ?? browserZone();
}
