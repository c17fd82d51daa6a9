import { AppError } from '#protocol/app-error.ts';
import { toAppError } from '#server/errors.ts';
import type { SessionKey } from '#server/session.ts';
import { type LimitOfKind, limitTable } from './limit-table.ts';
import { overLimit } from './over-limit.ts';
import { Shares } from './shares.ts';

type TurnLimit = Extract<
  LimitOfKind<'at-once'>,
  'requests-at-once-person' | 'requests-at-once-address' | 'frames-at-once-person'
>;

/** As many as one person may send at once with the default rate: each of them is still answered. */
const WAIT_AT_MOST = 600;
/** Twice, to sign in and to be worked on, and still before a client gives up after 20 s. */
const WAIT_AT_MOST_MS = 8_000;
const RETRY_AFTER_MS = 5_000;

/** @typeParam Of whose they are: a person, or a network where no one is known */
export interface Turns<Of extends string = SessionKey> {
  /**
   * Throws `too-many-requests` where too many of theirs wait already, or none of their places becomes free in time;
   * `service-unavailable` where no one's work has been done for as long, as while the database stands still.
   */
  run<Result>(of: Of, work: () => Promise<Result>): Promise<Result>;
}

/**
 * Works on a few requests of one person, or of one network, at a time, and on the next ones in the order in which they came. The event loop, the
 * threads that hash passwords and the connections to the database are shared by everyone: whoever asks for much at once waits for themselves, and no one else does.
 */
export function createTurns<Of extends string = SessionKey>(
  limit: TurnLimit,
  waitAtMostMs = WAIT_AT_MOST_MS,
): Turns<Of> {
  const shares = new Shares(limitTable[limit].most, WAIT_AT_MOST);
  let running = 0;
  /** Since when there has been work of which nothing was done. */
  let stillSince = 0;
  return {
    async run(of, work) {
      if (!(await shares.takeFree(of, waitAtMostMs))) {
        if (performance.now() - stillSince < waitAtMostMs) throw overLimit(limit, RETRY_AFTER_MS);
        throw new AppError('service-unavailable', { retryAfterMs: RETRY_AFTER_MS });
      }
      if (running === 0) stillSince = performance.now();
      running += 1;
      let isDone = true;
      try {
        return await work();
      } catch (error) {
        isDone = toAppError(error).code !== 'service-unavailable';
        throw error;
      } finally {
        running -= 1;
        if (isDone) stillSince = performance.now();
        shares.giveBack(of);
      }
    },
  };
}
