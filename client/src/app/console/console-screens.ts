import { lazyScreen } from '#client/app/load-screen.ts';

/** Every screen of the console, each loaded when it is first shown. */
export const ConsoleHomePage = lazyScreen(
  'console',
  async () => (await import('#client/features/manage/home/home-page.tsx')).HomePage,
);
export const UsersPage = lazyScreen(
  'console',
  async () => (await import('#client/features/manage/users/users-page.tsx')).UsersPage,
);
export const LivePage = lazyScreen(
  'console',
  async () => (await import('#client/features/manage/live/live-page.tsx')).LivePage,
);
export const LiveCallPage = lazyScreen(
  'console',
  async () => (await import('#client/features/manage/live/live-call-page.tsx')).LiveCallPage,
);
export const NodesPage = lazyScreen(
  'console',
  async () => (await import('#client/features/manage/nodes/nodes-page.tsx')).NodesPage,
);
export const GroupsPage = lazyScreen(
  'console',
  async () => (await import('#client/features/manage/groups/groups-page.tsx')).GroupsPage,
);
export const GroupPage = lazyScreen(
  'console',
  async () => (await import('#client/features/manage/groups/group-page.tsx')).GroupPage,
);
export const NotificationsPage = lazyScreen(
  'console',
  async () =>
    (await import('#client/features/manage/notifications/notifications-page.tsx')).NotificationsPage,
);
export const WebhooksPage = lazyScreen(
  'console',
  async () => (await import('#client/features/manage/webhooks/webhooks-page.tsx')).WebhooksPage,
);
export const WebhookPage = lazyScreen(
  'console',
  async () => (await import('#client/features/manage/webhooks/webhook-page.tsx')).WebhookPage,
);
export const RecordingsPage = lazyScreen(
  'console',
  async () => (await import('#client/features/manage/recordings/recordings-page.tsx')).RecordingsPage,
);
export const RecordingPage = lazyScreen(
  'console-film',
  async () => (await import('#client/features/manage/recordings/recording-page.tsx')).RecordingPage,
);
export const UserPage = lazyScreen(
  'console',
  async () => (await import('#client/features/manage/users/user-page.tsx')).UserPage,
);
export const StatisticsPage = lazyScreen(
  'console',
  async () => (await import('#client/features/manage/statistics/statistics-page.tsx')).StatisticsPage,
);
export const TasksPage = lazyScreen(
  'console',
  async () => (await import('#client/features/manage/task/tasks-page.tsx')).TasksPage,
);
export const TaskPage = lazyScreen(
  'console',
  async () => (await import('#client/features/manage/task/task-page.tsx')).TaskPage,
);
export const ImportPage = lazyScreen(
  'console',
  async () => (await import('#client/features/manage/import/import-page.tsx')).ImportPage,
);
export const DevicesPage = lazyScreen(
  'console',
  async () => (await import('#client/features/manage/devices/devices-page.tsx')).DevicesPage,
);
export const DevicePage = lazyScreen(
  'console',
  async () => (await import('#client/features/manage/devices/device-page.tsx')).DevicePage,
);
export const PairsPage = lazyScreen(
  'console',
  async () => (await import('#client/features/manage/pairs/pairs-page.tsx')).PairsPage,
);
export const ConnectionsPage = lazyScreen(
  'console',
  async () => (await import('#client/features/manage/connections/connections-page.tsx')).ConnectionsPage,
);
export const CustomerPage = lazyScreen(
  'console',
  async () => (await import('#client/features/manage/customer/customer-page.tsx')).CustomerPage,
);
export const OneCustomerPage = lazyScreen(
  'console',
  async () => (await import('#client/features/manage/customer/customer-page.tsx')).OneCustomerPage,
);
export const ServicesPage = lazyScreen(
  'console',
  async () => (await import('#client/features/manage/services/services-page.tsx')).ServicesPage,
);
export const AdminsPage = lazyScreen(
  'console',
  async () => (await import('#client/features/manage/admins/admins-page.tsx')).AdminsPage,
);
export const MailsPage = lazyScreen(
  'console',
  async () => (await import('#client/features/manage/mails/mails-page.tsx')).MailsPage,
);
export const LogsPage = lazyScreen(
  'console',
  async () => (await import('#client/features/manage/logs/logs-page.tsx')).LogsPage,
);
export const OwnSettingsPage = lazyScreen(
  'console',
  async () => (await import('#client/features/manage/own-settings/own-settings-page.tsx')).OwnSettingsPage,
);
