import { useQuery } from '@tanstack/react-query';
import { managedCustomerQuery } from '#client/api/queries/manage/customers.ts';
import { browserZone } from '#client/ui/time-zone.ts';
import { useScope } from './use-scope.ts';

/** IANA name of the time zone that days are of: the customer's, and the browser's where several are shown. */
export function useZone(): string {
  const { customerId } = useScope();
  const { data } = useQuery({ ...managedCustomerQuery(customerId ?? ''), enabled: customerId !== null });
  return data?.timeZone ?? browserZone();
}
