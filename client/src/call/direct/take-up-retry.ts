import { AppError, errorCodeOf } from '#protocol/app-error.ts';
import type { ErrorCode } from '#protocol/errors.ts';

/** Upper limit of the wait after the first failure, in milliseconds; doubles with each further one. Half of it is jitter. */
const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 4_000;
/** As long as a server waits for someone whose server is gone (SPEC.md, D14). */
export const TAKE_UP_LIMIT_MS = 60_000;

/** Nothing is known of the call, and the next try may succeed. */
const passing: ReadonlySet<ErrorCode> = new Set([
  'session-lost',
  'service-unavailable',
  'bus-unavailable',
  'request-timeout',
  'too-many-requests',
  'internal-error',
]);

/** `refused`: the answer is final. `too-late`: the other side no longer waits. */
export type NextTry = { readonly inMs: number } | 'refused' | 'too-late';

/** From the failure of a try to ask `takeUp` (SPEC.md, D14, D17) to the next one. Its time begins now. */
export function createTakeUpRetry(): (error: unknown) => NextTry {
  const until = performance.now() + TAKE_UP_LIMIT_MS;
  let failures = 0;
  return (error) => {
    if (!passing.has(errorCodeOf(error))) return 'refused';
    const ceiling = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** failures);
    failures += 1;
    const asked = error instanceof AppError ? (error.retryAfterMs ?? 0) : 0;
    const inMs = Math.max(asked, ceiling / 2 + (Math.random() * ceiling) / 2);
    return performance.now() + inMs < until ? { inMs } : 'too-late';
  };
}
