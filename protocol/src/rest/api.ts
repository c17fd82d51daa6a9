import type { OperationDefinition } from './define-operation.ts';
import type { ResourceDefinition } from './define-resource.ts';
import { adminOperations, admins } from './resources/admin.ts';
import { attentionOperations } from './resources/attention.ts';
import { authOperations } from './resources/auth.ts';
import { connectionOperations, connections } from './resources/connection.ts';
import { connectionSummaries, connectionSummaryOperations } from './resources/connection-summary.ts';
import { customerOperations, customers } from './resources/customer.ts';
import { deviceOperations, devices } from './resources/device.ts';
import { exportOperations } from './resources/export.ts';
import { features } from './resources/feature.ts';
import { groupOperations, groups } from './resources/group.ts';
import { guestLinkOperations, guestLinks } from './resources/guest-link.ts';
import { logs } from './resources/log.ts';
import { mailOperations, mails } from './resources/mail.ts';
import { mailChangeOperations } from './resources/mail-change.ts';
import { notificationOperations, notifications } from './resources/notification.ts';
import { pairOperations, pairs } from './resources/pair.ts';
import { pushSubscriptionOperations } from './resources/push-subscription.ts';
import { recordingOperations, recordings } from './resources/recording.ts';
import { recordingLinkOperations } from './resources/recording-link.ts';
import { searchOperations } from './resources/search.ts';
import { selfTestOperations } from './resources/self-test.ts';
import { serviceOperations, services } from './resources/service.ts';
import { settingOperations, settings } from './resources/setting.ts';
import { taskOperations, taskRows, tasks } from './resources/task.ts';
import { unknownRecordingOperations } from './resources/unknown-recording.ts';
import { userOperations, users } from './resources/user.ts';
import { webhookDeliveries, webhookOperations, webhooks } from './resources/webhook.ts';

/** Every resource of the API by its path. */
export const resources = {
  users,
  admins,
  devices,
  pairs,
  groups,
  guest_links: guestLinks,
  customers,
  features,
  services,
  settings,
  connections,
  connection_summaries: connectionSummaries,
  recordings,
  notifications,
  webhooks,
  webhook_deliveries: webhookDeliveries,
  logs,
  tasks,
  task_rows: taskRows,
  mails,
} as const;

export type ResourcePath = keyof typeof resources;

/** Every operation beyond the common ones, by its name. */
export const operations = {
  ...authOperations,
  ...userOperations,
  ...adminOperations,
  ...deviceOperations,
  ...pairOperations,
  ...groupOperations,
  ...guestLinkOperations,
  ...customerOperations,
  ...mailChangeOperations,
  ...mailOperations,
  ...serviceOperations,
  ...settingOperations,
  ...connectionOperations,
  ...connectionSummaryOperations,
  ...searchOperations,
  ...selfTestOperations,
  ...recordingOperations,
  ...recordingLinkOperations,
  ...notificationOperations,
  ...pushSubscriptionOperations,
  ...webhookOperations,
  ...taskOperations,
  ...exportOperations,
  ...attentionOperations,
  ...unknownRecordingOperations,
} as const satisfies Readonly<Record<string, OperationDefinition>>;

export type OperationOwnName = keyof typeof operations;

type CrudNames = {
  [Path in ResourcePath]: (typeof resources)[Path] extends ResourceDefinition<
    string,
    string,
    infer _Fields,
    infer Crud
  >
    ? `${Path}.${Crud}`
    : never;
}[ResourcePath];

/** Every operation there is: what the access table has a row for. */
export type OperationName = OperationOwnName | CrudNames;
