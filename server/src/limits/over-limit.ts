import { AppError } from '#protocol/app-error.ts';
import type { LimitName } from './limit-table.ts';

/**
 * Sockets of one account wait for the same next token: told of that alone, they would ask in vain, and be cut off for it
 * (SPEC.md, W7), although each of them waits as it is told.
 */
const LEAST_WAIT_MS = 1_000;

/** `too-many-requests`, with the limit that was reached, under whose name the metrics count it. */
export const overLimit = (limit: LimitName, waitMs: number): AppError =>
  new AppError('too-many-requests', { limit, retryAfterMs: Math.max(LEAST_WAIT_MS, waitMs) });
