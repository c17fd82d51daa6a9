import type { TransportTraceEventData } from 'mediasoup/types';

/** bit/s. What the line to a member carries is narrow below the first, and no longer so from the second on. */
const NARROW_BELOW = 400_000;
const WIDE_FROM = 600_000;
/** bit/s. A small picture that moves. The estimate does not fall below: what is not sent cannot be measured. */
const LEAST = 60_000;
/** Times the estimate. A line is tried with no more, or sound would wait behind what fills it. */
const HEADROOM = 1.5;
/** A limit stays while the next would differ by less than this. */
const STEP = 1.2;

/** Of a mediasoup transport. */
export interface WatchedTransport {
  on(event: 'trace', listener: (trace: TransportTraceEventData) => void): unknown;
  enableTraceEvent(types: 'bwe'[]): Promise<void>;
  setMaxOutgoingBitrate(bitrate: number): Promise<void>;
  setMinOutgoingBitrate(bitrate: number): Promise<void>;
}

/** What a member can receive, as the media node estimates it from what arrives. */
export interface NarrowLine {
  /** Whether not all pictures may fit. */
  readonly isNarrow: boolean;
  /** Begins to watch, once something is sent. */
  watch(): void;
}

/**
 * Keeps sound and one picture going on a narrow line. mediasoup estimates what the line carries, and shares that out among the pictures by
 * their priority. By itself it sends none at all where the estimate falls below the smallest, and tries the line with a megabit again and again.
 *
 * @param onNarrow the line has become narrow
 */
export function createNarrowLine(transport: WatchedTransport, onNarrow: () => void): NarrowLine {
  let isNarrow = false;
  /** bit/s; 0: none. */
  let limit = 0;

  // A transport that has closed needs no limits.
  const ask = (request: Promise<void>) => void request.catch(() => {});

  function setLimit(next: number): void {
    if (next === limit || (next !== 0 && next < limit * STEP && next * STEP > limit)) return;
    limit = next;
    ask(transport.setMaxOutgoingBitrate(next));
  }

  function see(available: number): void {
    if (isNarrow ? available >= WIDE_FROM : available >= NARROW_BELOW) {
      if (!isNarrow) return;
      isNarrow = false;
      setLimit(0);
      ask(transport.setMinOutgoingBitrate(0));
      return;
    }
    if (!isNarrow) {
      isNarrow = true;
      ask(transport.setMinOutgoingBitrate(LEAST));
      onNarrow();
    }
    setLimit(Math.round(Math.max(available, LEAST) * HEADROOM));
  }

  return {
    get isNarrow() {
      return isNarrow;
    },
    watch() {
      transport.on('trace', (trace) => {
        const available = trace.type === 'bwe' ? availableOf(trace.info) : undefined;
        if (available !== undefined) see(available);
      });
      ask(transport.enableTraceEvent(['bwe']));
    },
  };
}

/** bit/s, of mediasoup's trace of its estimate (mediasoup.org, `TransportTraceEventData`). */
const availableOf = (info: unknown): number | undefined =>
  typeof info === 'object' &&
  info !== null &&
  'availableBitrate' in info &&
  typeof info.availableBitrate === 'number'
    ? info.availableBitrate
    : undefined;
