import { queryOptions } from '@tanstack/react-query';
import { listItems } from '#client/api/call-api.ts';

const countOf = async (
  path: 'users' | 'devices' | 'pairs' | 'groups',
  signal: AbortSignal,
): Promise<number> => (await listItems(path, { pageSize: 1 }, { signal }))['hydra:totalItems'];

/** How much there is of what a manager looks after. */
export const customerCountsQuery = () =>
  queryOptions({
    queryKey: ['users', 'managed-counts'],
    queryFn: async ({ signal }) => {
      const [users, devices, pairs, groups] = await Promise.all([
        countOf('users', signal),
        countOf('devices', signal),
        countOf('pairs', signal),
        countOf('groups', signal),
      ]);
      return { users, devices, pairs, groups };
    },
  });
