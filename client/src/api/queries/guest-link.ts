import { queryOptions } from '@tanstack/react-query';
import { callApi } from '#client/api/call-api.ts';
import { untilAnswered } from '#client/api/query-client.ts';

/** What a guest link leads to; asked again whenever it is looked at, since it can be withdrawn at any time. */
export const guestLinkQuery = (token: string) =>
  queryOptions({
    queryKey: ['guest_links', 'check', token],
    queryFn: ({ signal }) => callApi('guestLinks.check', { body: { token }, signal }),
    staleTime: 0,
    ...untilAnswered,
  });
