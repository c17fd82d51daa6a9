import { worseLoss } from '#client/media/connection-stats.ts';
import type { Experience } from '#protocol/signal/experience.ts';
import type { LinkQuality } from './link-stats.ts';

/** A page that is not seen may be read once a minute. */
const MAX_STEP_MS = 60_000;
const MAX_SET_UP_MS = 60_000;
const POLL_MS = 100;

/** What one takes part in, added up for the history (SPEC.md, Q). */
export interface ExperienceTally {
  add(reading: LinkQuality): void;
  /** Waits for the first media received, and notes how long it took since `sinceMs` of `performance.now()`. */
  awaitMedia(sinceMs: number, read: () => Promise<RTCStatsReport>): Promise<void>;
  /** So far; null before the first reading. */
  get(): Experience | null;
}

/** @param now of a clock in milliseconds that is never set */
export function createExperience(now: () => number = () => performance.now()): ExperienceTally {
  const ms = { good: 0, fair: 0, poor: 0 };
  const loss = createMean();
  const roundTrip = createMean();
  let readAt: number | null = null;
  let setUpMs: number | null = null;

  return {
    add({ stats, quality }) {
      const at = now();
      const step = readAt === null ? 0 : Math.min(MAX_STEP_MS, at - readAt);
      readAt = at;
      const lost = worseLoss(stats);
      // Not connected: that is no quality.
      if (lost === null && stats.roundTripMs === null) return;
      ms[quality] += step;
      loss.add(lost, step);
      roundTrip.add(stats.roundTripMs, step);
    },
    async awaitMedia(sinceMs, read) {
      while (setUpMs === null && now() - sinceMs <= MAX_SET_UP_MS) {
        const report = await read().catch(() => null);
        if (!report) return;
        const took = Math.round(now() - sinceMs);
        if ([...report.values()].some(hasCome)) setUpMs = took <= MAX_SET_UP_MS ? took : null;
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      }
    },
    get() {
      const { good, fair, poor } = ms;
      if (readAt === null) return null;
      const lost = loss.get();
      const delay = roundTrip.get();
      return {
        ...(setUpMs !== null && { setUpMs }),
        good: toSeconds(good),
        fair: toSeconds(fair),
        poor: toSeconds(poor),
        loss: lost === null ? null : Math.round(lost * 10_000) / 10_000,
        roundTripMs: delay === null ? null : Math.min(MAX_SET_UP_MS, Math.round(delay)),
      };
    },
  };
}

const toSeconds = (ms: number): number => Math.round(ms / 1000);

/** `RTCInboundRtpStreamStats` (W3C WebRTC Statistics, 6.4): a decoded picture, or sound that has left the jitter buffer. */
const hasCome = (stats: RTCInboundRtpStreamStats): boolean =>
  stats.type === 'inbound-rtp' &&
  (stats.kind === 'video'
    ? (stats.framesDecoded ?? 0) > 0
    : (stats.jitterBufferEmittedCount ?? stats.packetsReceived ?? 0) > 0);

/** Of what lasted for different times. */
function createMean() {
  let sum = 0;
  let weights = 0;
  return {
    add(value: number | null, weight: number): void {
      if (value === null) return;
      sum += value * weight;
      weights += weight;
    },
    get: (): number | null => (weights === 0 ? null : sum / weights),
  };
}
