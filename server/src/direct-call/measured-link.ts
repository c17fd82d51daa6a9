import { type BitRates, inKbps } from '#protocol/bit-rates.ts';
import type { Link } from '#protocol/signal/group-call.ts';

/** For how long a report says how a connection is; what is older is not shown, nor compared with. */
export const QUALITY_FOR_MS = 6_000;

/** What a browser has counted of a connection to the other side since that began. */
export interface CountedBytes {
  /** Number of the connection. */
  readonly leg: number;
  readonly bytesSent: number;
  readonly bytesReceived: number;
}

/** What a browser measured last. */
export interface MeasuredLink {
  readonly measured: Link;
  /** By the database's clock, in ms. */
  readonly at: number;
  readonly counted: CountedBytes;
  /** Since the report before; null where there was none lately. */
  readonly bitRates: BitRates | null;
}

export function measuredLink(
  before: MeasuredLink | null,
  measured: Link,
  counted: CountedBytes,
  at: number,
): MeasuredLink {
  return { measured, at, counted, bitRates: ratesSince(before, counted, at) };
}

function ratesSince(before: MeasuredLink | null, now: CountedBytes, at: number): BitRates | null {
  if (!before || before.counted.leg !== now.leg) return null;
  const seconds = (at - before.at) / 1_000;
  const sent = now.bytesSent - before.counted.bytesSent;
  const received = now.bytesReceived - before.counted.bytesReceived;
  // A browser that starts counting again, for example after a reload, reports fewer bytes than before: no rate follows from that.
  if (seconds <= 0 || seconds > QUALITY_FOR_MS / 1_000 || sent < 0 || received < 0) return null;
  return { up: inKbps((sent * 8) / seconds), down: inKbps((received * 8) / seconds) };
}
