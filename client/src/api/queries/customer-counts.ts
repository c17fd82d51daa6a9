import { queryOptions } from '@tanstack/react-query';
import { listFreely } from '#client/api/call-api.ts';

const countOf = async (
  path: 'users' | 'devices' | 'pairs' | 'groups',
  customers: readonly string[] | null,
  signal: AbortSignal,
): Promise<number> => {
  const query = { pageSize: 1, ...(customers && { customer: customers }) };
  return (await listFreely(path, query, { signal }))['hydra:totalItems'];
};

/** How much there is of what an account looks after, of these customers; null: of all. */
export const customerCountsQuery = (customers: readonly string[] | null) =>
  queryOptions({
    queryKey: ['users', 'managed-counts', customers],
    queryFn: async ({ signal }) => {
      const [users, devices, pairs, groups] = await Promise.all([
        countOf('users', customers, signal),
        countOf('devices', customers, signal),
        countOf('pairs', customers, signal),
        countOf('groups', customers, signal),
      ]);
      return { users, devices, pairs, groups };
    },
  });
