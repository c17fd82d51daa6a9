import type { AppError } from './app-error.ts';
import { errorMessage } from './error-titles.ts';
import type { WireError } from './errors.ts';

/** An error as a frame of the socket, or a reply on the bus, carries it. */
export const wireError = (error: AppError): WireError => ({
  code: error.code,
  message: errorMessage(error),
  ...(error.violations.length > 0 && { violations: error.violations }),
  ...(error.retryAfterMs !== undefined && { retryAfterMs: error.retryAfterMs }),
});
