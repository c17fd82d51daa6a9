import { setTimeout as sleep } from 'node:timers/promises';
import { WAIT_LIMIT_MS } from '#platform/testing/slow.ts';

const INTERVAL_MS = 20;

/** Looks until the check does not throw any more, and gives its result; throws what it threw last when the time is over. */
export async function eventually<Result>(
  check: () => Result | Promise<Result>,
  { timeout = WAIT_LIMIT_MS }: { readonly timeout?: number } = {},
): Promise<Result> {
  const deadline = performance.now() + timeout;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
    await sleep(INTERVAL_MS);
  }
}
