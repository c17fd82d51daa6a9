import { useQuery } from '@tanstack/react-query';
import { managedCustomerQuery } from '#client/api/queries/manage/customers.ts';

/** The name of a customer; in lists rows have it themselves (`customerName`). */
export const CustomerName = ({ id }: { readonly id: string }) => {
  const { data } = useQuery(managedCustomerQuery(id));
  return <>{data?.name ?? '…'}</>;
};
