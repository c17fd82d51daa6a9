import { queryOptions } from '@tanstack/react-query';
import { listItems } from '#client/api/call-api.ts';

const SHOWN = 5;

/** The signed-in user's last calls, newest first. */
export const recentConnectionsQuery = () =>
  queryOptions({
    queryKey: ['connections', 'recent'],
    queryFn: async ({ signal }) =>
      (await listItems('connections', { pageSize: SHOWN }, { signal }))['hydra:member'],
  });
