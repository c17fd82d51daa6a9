import { queryOptions } from '@tanstack/react-query';
import { listItems } from '#client/api/call-api.ts';

/** The newest are shown on the home page. */
const SHOWN = 3;

/** What the signed-in user has not read: the newest of it, and how much there is. */
export const unreadNotificationsQuery = () =>
  queryOptions({
    queryKey: ['notifications', 'unread'],
    queryFn: async ({ signal }) => {
      const list = await listItems('notifications', { unread: 'true', pageSize: SHOWN }, { signal });
      return { total: list['hydra:totalItems'], newest: list['hydra:member'] };
    },
  });
