import { useQuery } from '@tanstack/react-query';
import { managedCustomerQuery } from '#client/api/queries/manage/customers.ts';
import { useScope } from '#client/features/manage/shell/use-scope.ts';
import type { CountedCustomers } from './zone-text.ts';

/** Whose calls the figures count; undefined until the time zone of the one customer is known. */
export function useCountedCustomers(): CountedCustomers | undefined {
  const { customerId, customerIds } = useScope();
  const { data } = useQuery({ ...managedCustomerQuery(customerId ?? ''), enabled: customerId !== null });
  if (customerId === null) return { zone: null, all: customerIds === null };
  return data && { zone: data.timeZone, all: false };
}
