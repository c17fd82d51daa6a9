import { Counter, Histogram, type Registry } from '@prometheus-io/client';
import { signalRequests } from '#protocol/signal/contract.ts';
import type { SignalObserver } from '#server/signal/signal-observer.ts';
import type { RefusalMetrics } from './refusal-metrics.ts';

/** A request that asks no one, to a join that waits for a media node; in seconds. */
const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
/** Clients may send any name. */
const UNKNOWN = 'unknown';
const SUCCEEDED = 'ok';

export interface SignalMetrics {
  readonly observer: SignalObserver;
  register(registry: Registry): void;
}

/**
 * Requests and notices of the signalling socket: how long a join of a group call takes and how it fails, why 1-to-1 calls end,
 * and who has to rebuild. A notice counts for each session that is sent it.
 */
export function createSignalMetrics(refusals: Pick<RefusalMetrics, 'refused'>): SignalMetrics {
  const requests = new Histogram({
    name: 'hibiki_signal_request_duration_seconds',
    help: 'Time to answer a request on the signalling socket, by its name and the code of its error, or ok',
    labelNames: ['request', 'code'],
    buckets: REQUEST_BUCKETS,
    registers: [],
  });
  const notices = new Counter({
    name: 'hibiki_signal_notices_total',
    help: 'Notices sent to sessions, by name and, where they have one, reason',
    labelNames: ['notice', 'reason'],
    registers: [],
  });
  return {
    observer: {
      answered(name, code, elapsedMs) {
        const request = Object.hasOwn(signalRequests, name) ? name : UNKNOWN;
        requests.observe({ request, code: code ?? SUCCEEDED }, elapsedMs / 1_000);
      },
      refused: refusals.refused,
      notified(notice, data) {
        const reason = 'reason' in data && typeof data.reason === 'string' ? data.reason : '';
        notices.inc({ notice, reason });
      },
    },
    register(registry) {
      registry.registerMetric(requests);
      registry.registerMetric(notices);
    },
  };
}
