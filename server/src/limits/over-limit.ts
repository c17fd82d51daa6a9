import { LEAST_WAIT_MS } from '#platform/token-bucket.ts';
import { AppError } from '#protocol/app-error.ts';
import type { LimitName } from './limit-table.ts';

/** `too-many-requests`, with the limit that was reached, under whose name the metrics count it. */
export const overLimit = (limit: LimitName, waitMs: number): AppError =>
  new AppError('too-many-requests', { limit, retryAfterMs: Math.max(LEAST_WAIT_MS, waitMs) });
