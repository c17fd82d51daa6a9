import type { Generated } from 'kysely';
import type { CustomerId, DeviceId, GroupId, GuestLinkId, PairId, UserId } from '#protocol/ids.ts';
import type { GeneratedTime, SetByTrigger } from './columns.ts';

export type AvailabilityState = 'ENABLED' | 'DISABLED';

export interface DevicesTable {
  id: Generated<DeviceId>;
  /** Long form (protocol/serial.ts). */
  serial: string;
  serial_printed: string;
  name: Generated<string>;
  state: Generated<AvailabilityState>;
  secret_hash: string;
  answers_by_itself: Generated<boolean>;
  /** Once a minute at most, and as it goes (signal/device-sightings.ts); null: never. */
  last_seen_at: Generated<Date | null>;
  customer_id: CustomerId;
  registered: GeneratedTime;
  /** Kept by a trigger (migrations/0051-updates.ts), as in the other tables that have it. */
  updated_at: SetByTrigger<Date>;
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
  /** An invited user's; null where it is the owner's. */
  user_customer_id: SetByTrigger<CustomerId | null>;
  /** What the owner finds it by; kept by triggers too. */
  search_text: SetByTrigger<string>;
  /** What the owner reads of the other side. */
  label: SetByTrigger<string>;
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
  /** Its calls are recorded on the server from their beginning. */
  auto_record: Generated<boolean>;
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
