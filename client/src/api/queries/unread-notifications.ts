import { queryOptions } from '@tanstack/react-query';
import { listItems } from '#client/api/call-api.ts';
import { serverNow } from '#client/server-clock.ts';

/** The newest are shown on the home page. */
const SHOWN = 3;

/** What the signed-in user has not read: the newest of it, and how much there is. */
export const unreadNotificationsQuery = () =>
  queryOptions({
    queryKey: ['notifications', 'unread'],
    queryFn: async ({ signal }) => {
      // Managers may read those that appear later.
      const query = {
        unread: 'true',
        'datetime[before]': new Date(serverNow()).toISOString(),
        pageSize: SHOWN,
      } as const;
      const list = await listItems('notifications', query, { signal });
      return { total: list['hydra:totalItems'], newest: list['hydra:member'] };
    },
  });
