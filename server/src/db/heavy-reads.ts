import { AppError } from '#protocol/app-error.ts';

/** Longer than any of them takes on a machine that keeps up. */
const WAIT_AT_MOST_MS = 5_000;
const RETRY_AFTER_MS = 5_000;

/** Runs reads that may take long, only so many of them at once. */
export interface HeavyReads {
  /** Throws `service-unavailable` where no place becomes free in time. */
  run<Result>(read: () => Promise<Result>): Promise<Result>;
}

/** Each kind has places of its own, so that anyone who asks for many rankings holds up no one's lists. */
export interface ReadLimits {
  /** Every list needs one. */
  readonly counts: HeavyReads;
  /** Rankings by peer and deep pages, which few ask for and each of which may take seconds. */
  readonly heavyReads: HeavyReads;
}

/** A third of the connections each, so that other queries always find one where there are three or more. */
export function createReadLimits(databasePoolSize: number, waitAtMostMs = WAIT_AT_MOST_MS): ReadLimits {
  const places = Math.max(1, Math.floor(databasePoolSize / 3));
  return {
    counts: createHeavyReads(places, waitAtMostMs),
    heavyReads: createHeavyReads(places, waitAtMostMs),
  };
}

export function createHeavyReads(places: number, waitAtMostMs = WAIT_AT_MOST_MS): HeavyReads {
  let free = places;
  const waiting = new Set<() => void>();

  const acquire = async (): Promise<void> => {
    if (free > 0) {
      free -= 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(enter);
        reject(new AppError('service-unavailable', { retryAfterMs: RETRY_AFTER_MS }));
      }, waitAtMostMs);
      const enter = (): void => {
        clearTimeout(timer);
        resolve();
      };
      waiting.add(enter);
    });
  };
  const release = (): void => {
    const [next] = waiting;
    if (next === undefined) {
      free += 1;
      return;
    }
    // The place is handed on.
    waiting.delete(next);
    next();
  };

  return {
    async run(read) {
      await acquire();
      try {
        return await read();
      } finally {
        release();
      }
    },
  };
}
