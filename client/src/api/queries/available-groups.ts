import { queryOptions } from '@tanstack/react-query';
import { callApi } from '#client/api/call-api.ts';

/** The groups that a user can call now. */
export const availableGroupsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['groups', 'availables', userId],
    queryFn: async ({ signal }) =>
      (await callApi('groups.availables', { parameters: { serial_or_id: userId }, signal }))['hydra:member'],
  });
