import { useQuery } from '@tanstack/react-query';
import { managedCustomerQuery } from '#client/api/queries/manage/customers.ts';
import { useScope } from '#client/features/manage/shell/use-scope.ts';
import type { CountedCustomers } from './zone-text.ts';

/** Whose calls the figures count, with the name of the one customer; undefined until that and its time zone are known. */
export function useCountedCustomers(): (CountedCustomers & { readonly name: string | null }) | undefined {
  const { customerId, customerIds } = useScope();
  const { data } = useQuery({ ...managedCustomerQuery(customerId ?? ''), enabled: customerId !== null });
  if (customerId === null) return { name: null, zone: null, all: customerIds === null };
  return data && { name: data.name, zone: data.timeZone, all: false };
}
