import { queryOptions } from '@tanstack/react-query';
import { callApi } from '#client/api/call-api.ts';

/** The customer that the signed-in user belongs to. */
export const currentCustomerQuery = () =>
  queryOptions({
    queryKey: ['customers', 'current'],
    queryFn: ({ signal }) => callApi('customers.current', { signal }),
  });
