import type { Generated } from 'kysely';
import type {
  CustomerId,
  DeviceId,
  GroupId,
  Id,
  InstallationId,
  NodeId,
  PairId,
  UserId,
} from '#protocol/ids.ts';
import type { ExportsTable, TaskRowsTable, TasksTable } from '#server/db/task-tables.ts';
import type {
  AdminsTable,
  CustomersTable,
  MailChangesTable,
  OneTimeTokensTable,
  RefreshTokensTable,
  UsersTable,
} from './account-tables.ts';
import type { GeneratedTime } from './columns.ts';
import type {
  CallEndDaysTable,
  CallHoursTable,
  CallsTable,
  ConnectionHoursTable,
  ConnectionsTable,
  GuestVisitsTable,
} from './history-tables.ts';
import type {
  CallAdditionsTable,
  LiveCallsTable,
  LiveGroupCallsTable,
  LiveGroupGuestsTable,
  LiveGroupMembersTable,
  MediaNodesTable,
  RoomLeasesTable,
  ServerHeartbeatsTable,
} from './live-tables.ts';
import type { LogsTable, MailsTable, NotificationsTable, PushSubscriptionsTable } from './message-tables.ts';
import type {
  DevicesTable,
  GroupsTable,
  GuestLinksTable,
  GuestRemovalsTable,
  PairsTable,
} from './party-tables.ts';
import type {
  RecordingFilesTable,
  RecordingFilmsTable,
  RecordingLinksTable,
  RecordingMessagesTable,
  RecordingSectionsTable,
  RecordingsTable,
  RemovedRecordingsTable,
} from './recording-tables.ts';
import type { FeaturesTable, ServicesTable, SettingsTable } from './settings-tables.ts';
import type { WebhookDeliveriesTable, WebhooksTable } from './webhook-tables.ts';

/** Table types of migrations/. Times are `Date`, bigint columns are `number` (see database.ts). */
export interface Schema {
  customers: CustomersTable;
  users: UsersTable;
  admins: AdminsTable;
  customer_managers: { customer_id: CustomerId; user_id: UserId };
  devices: DevicesTable;
  pairs: PairsTable;
  groups: GroupsTable;
  group_members: { group_id: GroupId; pair_id: PairId };
  group_guests: { group_id: GroupId; mail: string };
  guest_links: GuestLinksTable;
  guest_removals: GuestRemovalsTable;
  webhooks: WebhooksTable;
  webhook_deliveries: WebhookDeliveriesTable;
  services: ServicesTable;
  features: FeaturesTable;
  settings: SettingsTable;
  connections: ConnectionsTable;
  connection_hours: ConnectionHoursTable;
  connection_days: Omit<ConnectionHoursTable, 'hour'>;
  connection_peer_days: Omit<ConnectionHoursTable, 'hour'> & { peer_id: string; peer_name: string };
  connection_device_days: Omit<ConnectionHoursTable, 'hour'> & { device_id: DeviceId };
  calls: CallsTable;
  call_hours: CallHoursTable;
  call_days: Omit<CallHoursTable, 'hour'>;
  call_end_days: CallEndDaysTable;
  connection_set_up_days: { customer_id: CustomerId; day: Date; set_up_ms: number; participations: number };
  guest_visits: GuestVisitsTable;
  notifications: NotificationsTable;
  notification_reads: { user_id: UserId; notification_id: Id<'notification'>; read_at: GeneratedTime };
  logs: LogsTable;
  /** How many rows `logs` has, in parts. */
  log_totals: { slot: number; total: number };
  /** The same of other large tables. */
  row_totals: { table_name: 'users' | 'devices' | 'pairs' | 'groups'; slot: number; total: number };
  refresh_tokens: RefreshTokensTable;
  one_time_tokens: OneTimeTokensTable;
  mail_changes: MailChangesTable;
  mails: MailsTable;
  rate_limits: { key: Buffer; count: number; window_ends_at: Date };
  media_nodes: MediaNodesTable;
  /** What was made once and is never made again (server/src/demo/seed.ts). */
  seeds: { name: string; made_at: GeneratedTime };
  room_leases: RoomLeasesTable;
  node_drains: { node_id: NodeId; drained_at: GeneratedTime };
  live_group_calls: LiveGroupCallsTable;
  call_additions: CallAdditionsTable;
  recordings: RecordingsTable;
  removed_recordings: RemovedRecordingsTable;
  installation: { id: Generated<InstallationId> };
  recording_files: RecordingFilesTable;
  recording_sections: RecordingSectionsTable;
  recording_films: RecordingFilmsTable;
  recording_messages: RecordingMessagesTable;
  recording_links: RecordingLinksTable;
  live_calls: LiveCallsTable;
  live_group_members: LiveGroupMembersTable;
  live_group_guests: LiveGroupGuestsTable;
  server_heartbeats: ServerHeartbeatsTable;
  push_subscriptions: PushSubscriptionsTable;
  tasks: TasksTable;
  task_rows: TaskRowsTable;
  exports: ExportsTable;
}
