import type { OperationHandler } from '#server/rest/endpoint.ts';
import { findItem } from '#server/rest/find-item.ts';
import { markRead, notificationsResource } from '#server/rest/resources/notifications.ts';

export const notificationOperations: readonly OperationHandler[] = [
  {
    name: 'notifications.markRead',
    transaction: true,
    async open(context, { id = '' }, reach) {
      const notification = await findItem(notificationsResource, context, id, reach);
      return () => markRead(context, notification.id);
    },
  },
];
