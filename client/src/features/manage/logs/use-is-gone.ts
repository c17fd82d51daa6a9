import { useQuery } from '@tanstack/react-query';
import type { Item } from '#client/api/api-types.ts';
import { readItem } from '#client/api/call-api.ts';
import { objectAddress } from './object-address.ts';
import { useLogReader } from './use-log-reader.ts';

/** Resources whose objects can be deleted after they were logged. */
const deletable = [
  'users',
  'devices',
  'pairs',
  'groups',
  'customers',
  'webhooks',
  'notifications',
  'admins',
] as const;

/** The object of an entry cannot be opened: it has been deleted since, or is not the reader's any more. */
export function useIsGone(entry: Item<'logs'> | undefined): boolean {
  const reader = useLogReader();
  const to = entry ? objectAddress(entry, reader) : null;
  const path = to === null ? undefined : deletable.find((each) => each === entry?.resource);
  const id = entry?.resourceId ?? null;
  const { isError } = useQuery({
    queryKey: [path, 'exists', id],
    queryFn: ({ signal }) => (path && id !== null ? readItem(path, id, { signal }) : null),
    enabled: path !== undefined && id !== null,
    retry: false,
  });
  return isError;
}
