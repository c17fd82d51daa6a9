import { queryOptions } from '@tanstack/react-query';
import { callApi } from '#client/api/call-api.ts';

/** The signed-in user. */
export const currentUserQuery = () =>
  queryOptions({
    queryKey: ['users', 'current'],
    queryFn: ({ signal }) => callApi('users.current', { signal }),
  });
