import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type {
  CallId,
  CustomerId,
  DeviceId,
  GroupId,
  MemberId,
  NodeId,
  PairId,
  RoomId,
  ServerId,
  UserId,
} from '#protocol/ids.ts';
import type { Party } from '#protocol/party.ts';
import type { Experience } from '#protocol/signal/experience.ts';
import type { ConnectionState } from '#protocol/signal/manage.ts';
import type { MeasuredPages } from '#server/experience.ts';
import type { GeneratedTime } from './columns.ts';

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
  customer_ids: GeneratedAlways<CustomerId[]>;
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

/** Guests in calls of groups, until they are in `guest_visits`. Written by group-call/guest-rows.ts alone. */
/** Who may join the call of a group while it lasts, without being a member. */
export interface CallAdditionsTable {
  group_id: GroupId;
  pair_id: PairId;
  added_at: Generated<Date>;
}

export interface LiveGroupGuestsTable {
  /** The participation's id on the server that has it. */
  id: string;
  group_id: GroupId;
  server_id: ServerId;
  /** Null, as the rest, where an older server has written the row. */
  call_id: RoomId | null;
  customer_id: CustomerId | null;
  /** The guest's, as a party. */
  person_id: string | null;
  started_at: Date | null;
  node_id: NodeId | null;
  room_id: RoomId | null;
  member_id: MemberId | null;
}

/** Who is in which group call, until it is in `connections`. Written by group-call/member-rows.ts alone. */
export interface LiveGroupMembersTable {
  /** The participation's id on the server that has it. */
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
  /** The last member whose bytes are in `bytes`. */
  counted_member_id: Generated<MemberId | null>;
  /** What the browser has said last. */
  experience: ColumnType<Experience | null, string | null | undefined, string | null>;
  /** What `experience` is the sum of; null where an older server has written it. */
  experience_pages: ColumnType<MeasuredPages | null, string | null | undefined, string | null>;
  /** How the connection is now. */
  state: ColumnType<ConnectionState | null, string | null | undefined, string | null>;
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
