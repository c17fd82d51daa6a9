import { AppError } from '#protocol/app-error.ts';

/** Longer than any of them takes on a machine that keeps up. */
const WAIT_AT_MOST_MS = 5_000;
const RETRY_AFTER_MS = 5_000;

/** Runs reads that may take long (counts, deep pages, rankings), only so many of them at once. */
export interface HeavyReads {
  /** Throws `service-unavailable` where no place becomes free in time. */
  run<Result>(read: () => Promise<Result>): Promise<Result>;
}

/** At most half of the connections: whatever else is asked always finds one. */
export function createHeavyReads(databasePoolSize: number, waitAtMostMs = WAIT_AT_MOST_MS): HeavyReads {
  let free = Math.max(1, Math.floor(databasePoolSize / 2));
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
