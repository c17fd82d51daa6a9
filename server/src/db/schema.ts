import type { ColumnType, Generated, GeneratedAlways, JSONColumnType, Selectable } from 'kysely';
import type { AudioBandwidth, AudioCodec, VideoBandwidth, VideoCodec } from '#protocol/call-settings.ts';
import type {
  AdminId,
  CallId,
  ConnectionId,
  CustomerId,
  DeviceId,
  GroupId,
  GuestLinkId,
  Id,
  MemberId,
  NodeId,
  PairId,
  RecordingFileId,
  RecordingId,
  RoomId,
  ServerId,
  UserId,
} from '#protocol/ids.ts';
import type { Party } from '#protocol/party.ts';
import type { WebhookEventName } from '#protocol/rest/resources/webhook.ts';
import type { RecordedSource } from '#protocol/sfu/recording.ts';
import type { RecordingFault, RecordingState } from '#protocol/signal/recording.ts';
import type { LogDetails } from '#server/db/log-details.ts';

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
  live_group_calls: LiveGroupCallsTable;
  recordings: RecordingsTable;
  recording_files: RecordingFilesTable;
  live_calls: LiveCallsTable;
  live_group_members: LiveGroupMembersTable;
  server_heartbeats: ServerHeartbeatsTable;
  push_subscriptions: PushSubscriptionsTable;
}

/** Neither given nor changed by queries. */
type SetByTrigger<Value> = ColumnType<Value, never, never>;

/** Set by the database when it is not given, and never changed. */
type GeneratedTime = ColumnType<Date, Date | undefined, never>;

export type VerifiedState = 'UNVERIFIED' | 'VERIFIED';
export type AvailabilityState = 'ENABLED' | 'DISABLED';
export type ServiceName = 'service_video_chat' | 'service_group_chat';

export interface CustomersTable {
  id: Generated<CustomerId>;
  name: string;
  mail: string | null;
  state: Generated<VerifiedState>;
  /** IANA name; statistics are counted in it. */
  time_zone: Generated<string>;
  is_default: Generated<boolean>;
  revision: Generated<number>;
  created_at: GeneratedTime;
}

export interface UsersTable {
  id: Generated<UserId>;
  mail: string;
  /** `lower(mail)`: what is unique, and what sign-in looks for. */
  mail_key: GeneratedAlways<string>;
  nickname: Generated<string>;
  /** PHC string (auth/password.ts). */
  password_hash: string;
  state: Generated<VerifiedState>;
  is_manager: Generated<boolean>;
  lang: Generated<'ja' | 'en'>;
  terms_agreed_at: Date | null;
  customer_id: CustomerId;
  revision: Generated<number>;
  created_at: GeneratedTime;
}

export interface AdminsTable {
  id: Generated<AdminId>;
  mail: string;
  mail_key: GeneratedAlways<string>;
  password_hash: string;
  state: Generated<VerifiedState>;
  revision: Generated<number>;
  created_at: GeneratedTime;
}

export interface DevicesTable {
  id: Generated<DeviceId>;
  /** Long form (protocol/serial.ts). */
  serial: string;
  serial_printed: string;
  name: Generated<string>;
  state: Generated<AvailabilityState>;
  secret_hash: string;
  answers_by_itself: Generated<boolean>;
  customer_id: CustomerId;
  registered: GeneratedTime;
  revision: Generated<number>;
}

/** One owner and one target, each a user or a device. */
export interface PairsTable {
  id: Generated<PairId>;
  owner_user_id: UserId | null;
  owner_device_id: DeviceId | null;
  target_user_id: UserId | null;
  target_device_id: DeviceId | null;
  name: Generated<string>;
  state: Generated<'INVITED' | 'VERIFIED'>;
  /** The serial number as the owner typed it; the long form only where that was typed. */
  asked_long: Generated<string | null>;
  asked_printed: Generated<string | null>;
  /** No device has that number: the target repeats the owner. */
  unmatched: Generated<boolean>;
  /** The owner's; kept by triggers, as is the next. */
  customer_id: SetByTrigger<CustomerId>;
  /** An invited device's. */
  device_customer_id: SetByTrigger<CustomerId | null>;
  /** What the owner finds it by; kept by triggers too. */
  search_text: SetByTrigger<string>;
  revision: Generated<number>;
  created_at: GeneratedTime;
}

export interface GroupsTable {
  id: Generated<GroupId>;
  name: string;
  owner_user_id: UserId | null;
  owner_device_id: DeviceId | null;
  /** The group is available from here … */
  starts_at: Date | null;
  /** … to here; null: no bound. */
  ends_at: Date | null;
  /** The owner's; kept by triggers. */
  customer_id: SetByTrigger<CustomerId>;
  revision: Generated<number>;
  created_at: GeneratedTime;
}

export interface GuestLinksTable {
  id: Generated<GuestLinkId>;
  group_id: GroupId | null;
  pair_owner_user_id: UserId | null;
  mail: string | null;
  token_hash: Buffer;
  /** Of a link without a group's end. */
  expires_at: Date;
  /** As the group's times are now; kept by triggers. */
  ends_at: SetByTrigger<Date>;
  revoked_at: Date | null;
  /** Guests at once. */
  max_guests: Generated<number>;
  /** The group's, or who is called by the link; kept by triggers, as is the next. */
  owner_user_id: SetByTrigger<UserId | null>;
  owner_device_id: SetByTrigger<DeviceId | null>;
  customer_id: SetByTrigger<CustomerId>;
  revision: Generated<number>;
  created_at: GeneratedTime;
}

export interface GuestRemovalsTable {
  link_id: GuestLinkId;
  /** The guest's party id. */
  person_id: string;
  /** A hash of the link and where the guest came from. */
  network: string;
  removed_at: GeneratedTime;
}

export interface WebhooksTable {
  id: Generated<Id<'webhook'>>;
  customer_id: CustomerId;
  name: Generated<string>;
  url: string;
  events: WebhookEventName[];
  enabled: Generated<boolean>;
  secret: Buffer;
  previous_secret: Buffer | null;
  previous_secret_until: Date | null;
  failing_since: Date | null;
  revision: Generated<number>;
  created_at: GeneratedTime;
}

export interface WebhookDeliveriesTable {
  id: Generated<Id<'webhookDelivery'>>;
  webhook_id: Id<'webhook'>;
  customer_id: CustomerId;
  event: WebhookEventName;
  /** What the event is about; once for each webhook and event. */
  subject: string;
  /** The body as it is sent. */
  payload: string;
  state: Generated<'PENDING' | 'DELIVERED' | 'FAILED'>;
  attempts: Generated<number>;
  last_status: number | null;
  last_error: string | null;
  last_attempt_at: Date | null;
  next_attempt_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  sending_at: Date | null;
  revision: Generated<number>;
  created_at: GeneratedTime;
}

export interface ServicesTable {
  id: Generated<Id<'service'>>;
  name: ServiceName;
  state: Generated<AvailabilityState>;
  revision: Generated<number>;
}

export interface FeaturesTable {
  id: Generated<Id<'feature'>>;
  customer_id: CustomerId;
  service: ServiceName;
  enabled: Generated<boolean>;
  recording: Generated<boolean>;
  share_camera: Generated<boolean>;
  share_screen: Generated<boolean>;
  share_playback: Generated<boolean>;
  revision: Generated<number>;
}

export interface SettingsTable {
  id: Generated<Id<'setting'>>;
  user_id: UserId;
  video_bandwidth: Generated<VideoBandwidth>;
  video_codec: Generated<VideoCodec>;
  audio_bandwidth: Generated<AudioBandwidth>;
  audio_codec: AudioCodec | null;
  agc: boolean | null;
  echo_cancellation: boolean | null;
  noise_suppression: boolean | null;
  revision: Generated<number>;
}

/** One participant's view of a call. It outlives the participant. */
export interface ConnectionsTable {
  id: Generated<ConnectionId>;
  kind: 'direct' | 'group';
  call_id: string;
  customer_id: CustomerId;
  /** Leads nowhere, as the next, once whose row it is has been deleted. */
  user_id: UserId | null;
  device_id: DeviceId | null;
  peer_id: string;
  peer_name: Generated<string>;
  outgoing: Generated<boolean>;
  started_at: Date;
  ended_at: Date;
  duration_s: number;
  end_reason: string;
  bytes: number | null;
  relayed: boolean | null;
  /** Seconds, as the participant's own client saw it. */
  reported_duration_s: Generated<number | null>;
  /** 0 bad … 10 good, as the participant's own client saw it. */
  quality: Generated<number | null>;
}

/** A rollup of `connections`, kept current by triggers (migrations/0002-lists-and-statistics.ts): only read here. */
export interface ConnectionHoursTable {
  customer_id: CustomerId;
  /** Of the customer's time zone, as midnight UTC. */
  day: Date;
  hour: number;
  calls: number;
  seconds: number;
}

export interface NotificationsTable {
  id: Generated<Id<'notification'>>;
  user_id: UserId | null;
  customer_id: CustomerId | null;
  appears_at: Generated<Date>;
  title_ja: string;
  title_en: string;
  contents_ja: Generated<string>;
  contents_en: Generated<string>;
  revision: Generated<number>;
}

export interface LogsTable {
  id: Generated<Id<'log'>>;
  at: GeneratedTime;
  actor_kind: string;
  actor_id: string | null;
  action: string;
  resource: string;
  resource_id: string | null;
  customer_id: CustomerId | null;
  address: string | null;
  /** Field → [before, after], or what else belongs to the entry. */
  details: ColumnType<LogDetails | null, string | null | undefined, never>;
  request_id: Generated<string | null>;
}

export interface RefreshTokensTable {
  id: Generated<Id<'refreshToken'>>;
  family_id: string;
  parent_id: Id<'refreshToken'> | null;
  principal_kind: 'user' | 'admin' | 'device';
  principal_id: string;
  token_hash: Buffer;
  expires_at: Date;
  used_at: Date | null;
  revoked_at: Date | null;
  created_at: GeneratedTime;
}

export type OneTimePurpose =
  | 'verify-user'
  | 'verify-admin'
  | 'verify-customer'
  | 'confirm-user'
  | 'confirm-admin'
  | 'confirm-customer'
  | 'undo-mail'
  | 'reset-user'
  | 'reset-manager'
  | 'reset-admin'
  | 'approve-pair';

export interface OneTimeTokensTable {
  id: Generated<Id<'oneTimeToken'>>;
  purpose: OneTimePurpose;
  target: string;
  token_hash: Buffer;
  expires_at: Date;
  used_at: Date | null;
  created_at: GeneratedTime;
}

/** Of one of the three accounts. */
export interface MailChangesTable {
  id: Generated<Id<'mailChange'>>;
  user_id: UserId | null;
  admin_id: AdminId | null;
  customer_id: CustomerId | null;
  account_id: GeneratedAlways<string>;
  /** Null: there was none. */
  old_mail: string | null;
  /** Null: the address is removed. */
  new_mail: string | null;
  /** Whether the owner of the account asked for it. */
  by_owner: boolean;
  /** In which an admin or the contact of a customer is written to. */
  lang: 'ja' | 'en';
  undo_until: Date;
  confirmed_at: Date | null;
  /** Withdrawn, replaced by another change, or undone. */
  ended_at: Date | null;
  created_at: GeneratedTime;
}
export type MailChangeRow = Selectable<MailChangesTable>;

export interface MailsTable {
  id: Generated<Id<'mail'>>;
  recipient: string;
  /** Who invites by it: a user or a device. */
  sender_id: Generated<UserId | DeviceId | null>;
  /** The next three are what limits count by (mail/mail-limits.ts). */
  kind: Generated<string | null>;
  caused_by: Generated<UserId | DeviceId | AdminId | null>;
  about: Generated<string | null>;
  subject: string;
  text: string;
  html: string;
  created_at: GeneratedTime;
  /** Being handed to the mail server; alone, without `sent_at`: no one knows whether it went out. */
  sending_at: Date | null;
  sent_at: Date | null;
  failed_at: Date | null;
}

export interface MediaNodesTable {
  id: NodeId;
  started_at: Date;
  heartbeat_at: Date;
  draining: boolean;
  load: number;
  rooms: number;
}

/** An accepted 1-to-1 call that has not ended. */
export interface LiveCallsTable {
  call_id: CallId;
  server_id: ServerId;
  call: JSONColumnType<object>;
  seen_at: Generated<Date>;
}

/** Written by group-call/live-group-calls.ts alone. */
export interface LiveGroupCallsTable {
  call_id: RoomId;
  group_id: GroupId;
  room_id: RoomId;
  customer_ids: CustomerId[];
  /** JSON. */
  parties: ColumnType<Party[], string, string>;
  started_at: GeneratedTime;
  changed_at: Generated<Date>;
  roomless_since: Date | null;
}

/** Who is in which group call, until it is in `connections`. Written by group-call/live-members.ts alone. */
export interface LiveGroupMembersTable {
  /** Of the participation, which outlives the rooms that it continues in. */
  id: string;
  server_id: ServerId;
  call_id: RoomId;
  group_id: GroupId;
  group_name: string;
  customer_id: CustomerId;
  user_id: UserId | null;
  device_id: DeviceId | null;
  started_at: Generated<Date>;
  node_id: NodeId;
  room_id: RoomId;
  member_id: MemberId;
  bytes: Generated<number | null>;
  relayed: Generated<boolean | null>;
}

/** Written by db/server-heartbeat.ts alone. */
export interface ServerHeartbeatsTable {
  server_id: ServerId;
  seen_at: Generated<Date>;
  closed: Generated<boolean>;
}

export interface RoomLeasesTable {
  /** A group, or a 1-to-1 call that has moved. */
  target_id: GroupId | CallId;
  room_id: RoomId;
  node_id: NodeId;
  fence: Generated<number>;
  created_at: GeneratedTime;
}

export interface RecordingsTable {
  id: Generated<RecordingId>;
  customer_id: CustomerId;
  user_id: UserId | null;
  device_id: DeviceId | null;
  group_id: GroupId | null;
  name: string;
  room_id: RoomId;
  node_id: NodeId;
  state: Generated<RecordingState>;
  fault: Generated<RecordingFault | null>;
  started_by: string;
  started_at: ColumnType<Date, Date | undefined, Date>;
  ended_at: Generated<Date | null>;
  duration_ms: Generated<number | null>;
  bytes: Generated<number | null>;
  files_missing: Generated<boolean>;
  created_at: GeneratedTime;
  revision: Generated<number>;
}

export interface RecordingFilesTable {
  id: RecordingFileId;
  recording_id: RecordingId;
  party_kind: Party['kind'];
  party_id: string;
  party_name: string;
  source: RecordedSource;
  media_type: string;
  video_codec: string | null;
  audio_codec: string | null;
  started_at: ColumnType<Date, Date, never>;
  offset_ms: number;
  duration_ms: number;
  bytes: number;
  sha256: string;
}

/** Written by push/subscriptions.ts, and ended with its sign-in by auth/refresh-tokens.ts. */
export interface PushSubscriptionsTable {
  /** The sign-in. */
  family_id: string;
  user_id: UserId;
  endpoint: string;
  p256dh: string;
  auth: string;
  lang: 'ja' | 'en';
  created_at: GeneratedTime;
  used_at: Generated<Date | null>;
}
