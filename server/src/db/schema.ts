import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type {
  AdminId,
  ConnectionId,
  CustomerId,
  DeviceId,
  GroupId,
  GuestLinkId,
  Id,
  NodeId,
  PairId,
  RoomId,
  UserId,
} from '#protocol/ids.ts';

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
  refresh_tokens: RefreshTokensTable;
  one_time_tokens: OneTimeTokensTable;
  mails: MailsTable;
  rate_limits: { key: Buffer; count: number; window_ends_at: Date };
  media_nodes: MediaNodesTable;
  room_leases: RoomLeasesTable;
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
  /** The owner's; kept by triggers, as is the next. */
  customer_id: SetByTrigger<CustomerId>;
  /** An invited device's. */
  device_customer_id: SetByTrigger<CustomerId | null>;
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
  expires_at: Date;
  revoked_at: Date | null;
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
  video_bandwidth: Generated<150 | 200 | 300 | 500 | 800 | 1000>;
  video_codec: Generated<'H264' | 'VP8' | 'VP9'>;
  audio_bandwidth: Generated<8 | 16 | 32 | 64 | 128>;
  audio_codec: 'opus' | 'ISAC' | 'G722' | 'PCMU' | 'PCMA' | null;
  agc: boolean | null;
  echo_cancellation: boolean | null;
  noise_suppression: boolean | null;
  revision: Generated<number>;
}

/** One participant's view of a call. */
export interface ConnectionsTable {
  id: Generated<ConnectionId>;
  kind: 'direct' | 'group';
  call_id: string;
  customer_id: CustomerId;
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

export interface MailsTable {
  id: Generated<Id<'mail'>>;
  recipient: string;
  subject: string;
  text: string;
  html: string;
  created_at: GeneratedTime;
  /** Being handed to the mail server; alone, without `sent_at`: nobody knows whether it went out. */
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

export interface RoomLeasesTable {
  group_id: GroupId;
  room_id: RoomId;
  node_id: NodeId;
  fence: Generated<number>;
  created_at: GeneratedTime;
}
