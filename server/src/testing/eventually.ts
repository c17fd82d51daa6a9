import { vi } from 'vitest';

/** Machines that run tests can be busy: what comes at all comes within this. */
const DEADLINE_MS = 10_000;
const INTERVAL_MS = 20;

/** Looks until the check does not throw any more, and gives its result. */
export const eventually = <Result>(
  check: () => Result | Promise<Result>,
  { timeout = DEADLINE_MS }: { readonly timeout?: number } = {},
): Promise<Result> => vi.waitFor(check, { timeout, interval: INTERVAL_MS });
