import type { TransportTraceEventData } from 'mediasoup/types';

/** bit/s. A line counts as narrow once its estimate is below the first, until it reaches the second. */
const NARROW_BELOW = 400_000;
const WIDE_FROM = 600_000;
/** bit/s. Enough for a small moving picture. Minimum of mediasoup's estimate: if nothing is sent, it cannot measure that the line carries more. */
const LEAST = 60_000;
/** Factor of the estimate. mediasoup probes the line with no more than that, so that sound does not wait in a full queue. */
const HEADROOM = 1.5;
/** Factor by which a new limit must differ from the last one to replace it. */
const STEP = 1.2;

/** The part of mediasoup's WebRTC transport that is used here. */
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
 * Keeps sound and one picture going on a narrow line. mediasoup estimates what the line carries and divides that among the pictures by
 * priority. Without these limits it sends no picture if the estimate is too low for the smallest, and keeps probing the line with 1 Mbit/s.
 *
 * @param onNarrow called when the line becomes narrow
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
