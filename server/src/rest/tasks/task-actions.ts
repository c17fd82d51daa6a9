import type { OperationName } from '#protocol/rest/api.ts';
import type { TaskAction, TaskResource } from '#protocol/rest/resources/task.ts';

/**
 * What a task can do to items of each resource, and by which operation on one item. To add one: its name in
 * protocol/src/rest/resources/task.ts, and a line here. The operation has to be one transaction (`itemChange`).
 */
export const taskActions: Readonly<
  Record<TaskResource, Readonly<Partial<Record<TaskAction, OperationName>>>>
> = {
  users: {
    delete: 'users.delete',
    merge: 'users.merge',
    resend: 'users.resend',
    sendReset: 'users.sendReset',
  },
  admins: { delete: 'admins.delete', merge: 'admins.merge', resendLink: 'admins.resendLink' },
  devices: { delete: 'devices.delete', merge: 'devices.merge' },
  pairs: { delete: 'pairs.delete', merge: 'pairs.merge', resendInvitation: 'pairs.resendInvitation' },
  groups: { delete: 'groups.delete', merge: 'groups.merge', invite: 'groups.invite' },
  guest_links: { delete: 'guest_links.delete', merge: 'guest_links.merge' },
  customers: { delete: 'customers.delete', merge: 'customers.merge', resendLink: 'customers.resendLink' },
  recordings: { delete: 'recordings.delete' },
  notifications: { delete: 'notifications.delete', markRead: 'notifications.markRead' },
  webhooks: { delete: 'webhooks.delete', merge: 'webhooks.merge' },
  webhook_deliveries: { redeliver: 'webhookDeliveries.redeliver' },
};
