import type { ResourcePath } from '#protocol/rest/api.ts';
import type { ResourceDefinition } from '#protocol/rest/define-resource.ts';
import type { Remembered } from '#server/db/remembered.ts';
import { crudEndpoints } from './crud-endpoints.ts';
import type { Endpoint } from './endpoint.ts';
import { adminOperations } from './operations/admins.ts';
import { attentionOperations } from './operations/attention.ts';
import { authOperations } from './operations/auth.ts';
import { summaryOperations } from './operations/connection-summaries.ts';
import { connectionOperations } from './operations/connections.ts';
import { customerManagerOperations } from './operations/customer-managers.ts';
import { customerOperations } from './operations/customers.ts';
import { deviceOperations } from './operations/devices.ts';
import { exportOperations } from './operations/exports.ts';
import { groupOperations } from './operations/groups.ts';
import { guestLinkOperations } from './operations/guest-links.ts';
import { mailChangeOperations } from './operations/mail-changes.ts';
import { mailOperations } from './operations/mails.ts';
import { notificationOperations } from './operations/notifications.ts';
import { pairOperations } from './operations/pairs.ts';
import { pushSubscriptionOperations } from './operations/push-subscription.ts';
import { recordingLinkOperations } from './operations/recording-links.ts';
import { recordingOperations } from './operations/recordings.ts';
import { searchOperations } from './operations/search.ts';
import { selfTestOperations } from './operations/self-test.ts';
import { serviceOperations } from './operations/services.ts';
import { settingOperations } from './operations/settings.ts';
import { taskOperations } from './operations/tasks.ts';
import { unknownRecordingOperations } from './operations/unknown-recordings.ts';
import { userOperations } from './operations/users.ts';
import { webhookOperations } from './operations/webhooks.ts';
import type { Readers } from './references.ts';
import { createReader, createTotals, type ResourceReader } from './resource-reader.ts';
import { adminsResource } from './resources/admins.ts';
import { connectionsResource } from './resources/connections.ts';
import { customersResource } from './resources/customers.ts';
import { devicesResource } from './resources/devices.ts';
import { featuresResource } from './resources/features.ts';
import { groupsResource } from './resources/groups.ts';
import { guestLinksResource } from './resources/guest-links.ts';
import { logsResource } from './resources/logs.ts';
import { mailsResource } from './resources/mails.ts';
import { notificationsResource } from './resources/notifications.ts';
import { pairsResource } from './resources/pairs.ts';
import { recordingsResource } from './resources/recordings.ts';
import { servicesResource } from './resources/services.ts';
import { settingsResource } from './resources/settings.ts';
import { taskRowsResource } from './resources/task-rows.ts';
import { tasksResource } from './resources/tasks.ts';
import { usersResource } from './resources/users.ts';
import { webhookDeliveriesResource } from './resources/webhook-deliveries.ts';
import { webhooksResource } from './resources/webhooks.ts';
import type { Total } from './row-source.ts';
import type { BaseRow, ServerResource } from './server-resource.ts';

interface Mounted {
  readonly reader: ResourceReader;
  endpoints(readers: Readers): readonly Endpoint[];
}

/** All that can be asked of the API, and what reads its resources. */
export interface RestApi {
  readonly endpoints: readonly Endpoint[];
  readonly readers: Readers;
  readonly totals: Remembered<Total>;
}

/** Every endpoint of the API, from the definitions and what the server adds to them. */
export function createRestApi(): RestApi {
  const totals = createTotals();
  const mounted = <Definition extends ResourceDefinition, Row extends BaseRow>(
    resource: ServerResource<Definition, Row>,
  ): Mounted => {
    const reader = createReader(resource, totals);
    return { reader, endpoints: (readers) => crudEndpoints(resource, readers, reader) };
  };
  const all: Readonly<Partial<Record<ResourcePath, Mounted>>> = {
    users: mounted(usersResource),
    admins: mounted(adminsResource),
    devices: mounted(devicesResource),
    pairs: mounted(pairsResource),
    groups: mounted(groupsResource),
    guest_links: mounted(guestLinksResource),
    customers: mounted(customersResource),
    features: mounted(featuresResource),
    services: mounted(servicesResource),
    settings: mounted(settingsResource),
    connections: mounted(connectionsResource),
    recordings: mounted(recordingsResource),
    notifications: mounted(notificationsResource),
    webhooks: mounted(webhooksResource),
    webhook_deliveries: mounted(webhookDeliveriesResource),
    logs: mounted(logsResource),
    tasks: mounted(tasksResource),
    task_rows: mounted(taskRowsResource),
    mails: mounted(mailsResource),
  };
  const readers: Readers = Object.fromEntries(
    Object.entries(all).map(([path, { reader }]) => [path, reader]),
  );
  const endpoints = [
    ...Object.values(all).flatMap(({ endpoints }) => endpoints(readers)),
    ...[
      ...authOperations,
      ...deviceOperations,
      ...pairOperations,
      ...groupOperations,
      ...customerOperations,
      ...connectionOperations,
      ...notificationOperations,
      ...guestLinkOperations,
      ...serviceOperations,
      ...settingOperations,
      ...userOperations,
      ...adminOperations,
      ...customerManagerOperations,
      ...mailChangeOperations,
      ...mailOperations,
      ...summaryOperations,
      ...recordingOperations,
      ...recordingLinkOperations,
      ...pushSubscriptionOperations,
      ...searchOperations,
      ...selfTestOperations,
      ...webhookOperations,
      ...taskOperations,
      ...exportOperations,
      ...attentionOperations,
      ...unknownRecordingOperations,
    ].map((operation) => operation(readers)),
  ];
  return { endpoints, readers, totals };
}
