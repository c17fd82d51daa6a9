import { setTimeout as sleep } from 'node:timers/promises';
import type { ErrorCode } from '#protocol/errors.ts';
import { toAppError } from '#server/errors.ts';

/** Pause before a write is tried again while the database is away. */
const RETRY_MS = 500;
const DATABASE_AWAY: ReadonlySet<ErrorCode> = new Set(['service-unavailable']);

/**
 * Writes what must not be lost: tried again for as long as the database is away. Fails with what else goes wrong, and once
 * `giveUp` is aborted. The write must be one that may be carried out twice: its answer can be lost.
 *
 * @param passing errors after which it is tried again; by default those of a database that is away
 */
export async function persistently<Result>(
  write: () => Promise<Result>,
  giveUp: AbortSignal,
  passing: ReadonlySet<ErrorCode> = DATABASE_AWAY,
): Promise<Result> {
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (!passing.has(toAppError(error).code) || giveUp.aborted) throw error;
      await sleep(RETRY_MS, undefined, { signal: giveUp }).catch(() => undefined);
    }
  }
}
