import type { Generated } from 'kysely';
import type { ConnectionId, CustomerId, DeviceId, Id, UserId } from '#protocol/ids.ts';
import type { SetByTrigger } from './columns.ts';

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
  /** To the first media received. Null, as the next, where it was not measured. */
  set_up_ms: Generated<number | null>;
  /** Seconds that the connection was so, and the means over that time. */
  good_s: Generated<number | null>;
  fair_s: Generated<number | null>;
  poor_s: Generated<number | null>;
  mean_loss: Generated<number | null>;
  mean_round_trip_ms: Generated<number | null>;
  updated_at: SetByTrigger<Date>;
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

/** A call as one customer had it; a rollup of `connections` too (migrations/0032-statistics-and-attention.ts). */
export interface CallsTable {
  call_id: string;
  customer_id: CustomerId;
  started_at: Date;
  ended_at: Date;
  talked: boolean;
  end_reason: string;
}

/** Of the calls that began then; kept current by triggers, as the next. */
export interface CallHoursTable {
  customer_id: CustomerId;
  day: Date;
  hour: number;
  calls: number;
  guests: number;
  guest_seconds: number;
}

export interface CallEndDaysTable {
  customer_id: CustomerId;
  day: Date;
  end_reason: string;
  calls: number;
  participations: number;
  seconds: number;
}

/** A guest's part in a call, which stands in no history. */
export interface GuestVisitsTable {
  id: Generated<Id<'guestVisit'>>;
  call_id: string;
  customer_id: CustomerId;
  started_at: Date;
  duration_s: number;
}
