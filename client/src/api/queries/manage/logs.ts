import { queryOptions } from '@tanstack/react-query';
import { readItem } from '#client/api/call-api.ts';

/** One entry of the audit log, which never changes. */
export const logEntryQuery = (id: string) =>
  queryOptions({
    queryKey: ['logs', 'item', id],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => readItem('logs', id, { signal }),
  });
