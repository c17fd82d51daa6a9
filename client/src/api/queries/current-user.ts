import { queryOptions } from '@tanstack/react-query';
import { callApi } from '#client/api/call-api.ts';
import { untilAnswered } from '#client/api/query-client.ts';

/** The signed-in user. Pages need it, so the request is repeated until the server answers. */
export const currentUserQuery = () =>
  queryOptions({
    queryKey: ['users', 'current'],
    queryFn: ({ signal }) => callApi('users.current', { signal }),
    ...untilAnswered,
  });
