import { findItem } from '#server/rest/find-item.ts';
import { type Operation, openChange } from '#server/rest/operation.ts';
import { markRead, notificationsResource } from '#server/rest/resources/notifications.ts';

export const notificationOperations: readonly Operation[] = [
  openChange('notifications.markRead', async (context, { id = '' }, reach) => {
    const notification = await findItem(notificationsResource, context, id, reach);
    return () => markRead(context, notification.id);
  }),
];
