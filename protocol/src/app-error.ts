import { type ErrorCode, errorStatus, type Violation } from './errors.ts';

export interface AppErrorOptions {
  /** Fields that did not pass. */
  readonly violations?: readonly Violation[];
  /** Milliseconds after which it makes sense to try again, rounded up to whole ones; becomes `Retry-After`. */
  readonly retryAfterMs?: number;
  /** For operators only: the limit that was reached, by its name in the metrics (server/src/limits). Clients are not told. */
  readonly limit?: string;
  /** For operators only: logged, never sent. */
  readonly cause?: unknown;
  /** English, for API users; by default the title of the code (`error-titles.ts`). Must not hold internals. */
  readonly message?: string;
}

/** The one error class of all sides: thrown with a code, turned into an answer at one place a side. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly violations: readonly Violation[];
  readonly retryAfterMs: number | undefined;
  readonly limit: string | undefined;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(options.message ?? code, { cause: options.cause });
    this.code = code;
    this.violations = options.violations ?? [];
    // The schemas of both wires have a whole number.
    this.retryAfterMs = options.retryAfterMs === undefined ? undefined : Math.ceil(options.retryAfterMs);
    this.limit = options.limit;
  }

  get status(): number {
    return errorStatus[this.code];
  }
}

export const errorCodeOf = (error: unknown): ErrorCode =>
  error instanceof AppError ? error.code : 'internal-error';
