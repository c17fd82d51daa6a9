import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Notification } from '#client/api/api-types.ts';
import { listItems } from '#client/api/call-api.ts';
import { serverNow } from '#client/server-clock.ts';
import type { ListPage } from './groups.ts';
import { type ListPart, partKey } from './list-part.ts';

/** What the signed-in user has been told, newest first, a page of it. */
export const notificationsQuery = (part: ListPart, unreadOnly: boolean) =>
  queryOptions({
    queryKey: ['notifications', 'list', partKey(part), unreadOnly],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<ListPage<Notification>> => {
      const { page, pageSize, search, sort } = part;
      const list = await listItems(
        'notifications',
        {
          page,
          pageSize,
          // Managers may read those that appear later.
          'datetime[before]': new Date(serverNow()).toISOString(),
          ...(search && { search }),
          ...(sort && { order: { [sort.field]: sort.direction } }),
          ...(unreadOnly && { unread: 'true' }),
        },
        { signal },
      );
      return { items: list['hydra:member'], total: list['hydra:totalItems'] };
    },
  });
