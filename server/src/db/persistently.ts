import { setTimeout as sleep } from 'node:timers/promises';
import { toAppError } from '#server/errors.ts';

/** Pause before a write is tried again while the database is away. */
const RETRY_MS = 500;

/**
 * Writes what must not be lost: tried again for as long as the database is away. Fails with what else goes wrong, and once
 * `giveUp` is aborted. The write must be one that may be carried out twice: its answer can be lost.
 */
export async function persistently<Result>(
  write: () => Promise<Result>,
  giveUp: AbortSignal,
): Promise<Result> {
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (toAppError(error).code !== 'service-unavailable' || giveUp.aborted) throw error;
      await sleep(RETRY_MS, undefined, { signal: giveUp }).catch(() => undefined);
    }
  }
}
