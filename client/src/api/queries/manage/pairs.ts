import { queryOptions } from '@tanstack/react-query';
import { readTagged } from '#client/api/call-api.ts';

/** One pair as its manager reads it, in the version that was read. */
export const managedPairQuery = (id: string) =>
  queryOptions({
    queryKey: ['pairs', 'item', id],
    queryFn: ({ signal }) => readTagged('pairs', id, { signal }),
  });
