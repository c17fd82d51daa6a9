import { setTimeout as sleep } from 'node:timers/promises';

/** Machines that run tests can be busy: what comes at all comes within this. */
const DEADLINE_MS = 60_000;
const INTERVAL_MS = 20;

/** Looks until the check does not throw any more, and gives its result; throws what it threw last when the time is over. */
export async function eventually<Result>(
  check: () => Result | Promise<Result>,
  { timeout = DEADLINE_MS }: { readonly timeout?: number } = {},
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
