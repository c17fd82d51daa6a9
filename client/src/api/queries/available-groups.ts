import { queryOptions } from '@tanstack/react-query';
import { callApi } from '#client/api/call-api.ts';

/** The groups that a user or a device can call now: those first where a call is under way, then the ones called most recently. */
export const availableGroupsQuery = (ownId: string, pageSize?: number) =>
  queryOptions({
    queryKey: ['groups', 'availables', ownId, pageSize],
    queryFn: async ({ signal }) => {
      const list = await callApi('groups.availables', {
        parameters: { serial_or_id: ownId },
        query: { likelyFirst: 'true', pageSize },
        signal,
      });
      return { items: list['hydra:member'], total: list['hydra:totalItems'] };
    },
  });
