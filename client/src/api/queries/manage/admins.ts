import { queryOptions } from '@tanstack/react-query';
import { readTagged } from '#client/api/call-api.ts';

/** One administrator, in the version that was read. */
export const adminVersionQuery = (id: string) =>
  queryOptions({
    queryKey: ['admins', 'version', id],
    queryFn: ({ signal }) => readTagged('admins', id, { signal }),
  });
