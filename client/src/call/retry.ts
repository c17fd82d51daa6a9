import { AppError, errorCodeOf } from '#protocol/app-error.ts';
import type { ErrorCode } from '#protocol/errors.ts';

/** Upper limit of the wait after the first failure, in milliseconds; doubles with each further one. Half of it is jitter. */
const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 4_000;
/** As long as a server waits for someone whose server is gone (SPEC.md, D14). */
export const TAKE_UP_LIMIT_MS = 60_000;

/** What was asked may be done or not, and the next try may succeed: the server or its database is on its way back. */
export const PASSING: ReadonlySet<ErrorCode> = new Set([
  'session-lost',
  'service-unavailable',
  'bus-unavailable',
  'request-timeout',
  'too-many-requests',
  'internal-error',
]);

/** `refused`: the answer is final. `too-late`: the other side no longer waits. */
export type NextTry = { readonly inMs: number } | 'refused' | 'too-late';

/** A server that answers so has not begun to do what it was asked. */
export const UNDONE: ReadonlySet<ErrorCode> = new Set(['service-unavailable', 'bus-unavailable']);

/**
 * From the failure of a try to the next one: by default to ask `takeUp` (SPEC.md, D14, D17). Its time begins now.
 *
 * @param passes what may succeed when it is asked again
 */
export function createRetry(limitMs = TAKE_UP_LIMIT_MS, passes = PASSING): (error: unknown) => NextTry {
  const until = performance.now() + limitMs;
  let failures = 0;
  return (error) => {
    if (!passes.has(errorCodeOf(error))) return 'refused';
    const ceiling = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** failures);
    failures += 1;
    const asked = error instanceof AppError ? (error.retryAfterMs ?? 0) : 0;
    const inMs = Math.max(asked, ceiling / 2 + (Math.random() * ceiling) / 2);
    return performance.now() + inMs < until ? { inMs } : 'too-late';
  };
}

export interface AskAgainOptions {
  /** As long as a call is waited for by default. */
  readonly limitMs?: number;
  readonly passes?: ReadonlySet<ErrorCode>;
  /** Asked before each further try; always by default. */
  readonly isWanted?: () => boolean;
}

/** Asks until there is an answer, less and less often. Rejects with the last failure. */
export async function askAgain<Reply>(
  ask: () => Promise<Reply>,
  { limitMs, passes, isWanted = () => true }: AskAgainOptions = {},
): Promise<Reply> {
  const nextTry = createRetry(limitMs, passes);
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      const next = nextTry(error);
      if (next === 'refused' || next === 'too-late') throw error;
      await new Promise((resolve) => setTimeout(resolve, next.inMs));
      if (!isWanted()) throw error;
    }
  }
}
