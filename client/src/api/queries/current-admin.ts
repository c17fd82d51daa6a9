import { queryOptions } from '@tanstack/react-query';
import { callApi } from '#client/api/call-api.ts';

/** The signed-in administrator. */
export const currentAdminQuery = () =>
  queryOptions({
    queryKey: ['admins', 'current'],
    queryFn: ({ signal }) => callApi('admins.current', { signal }),
  });
