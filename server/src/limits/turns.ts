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
  /** Throws `too-many-requests` where too many of theirs wait already, or none of their places becomes free in time. */
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
  return {
    async run(of, work) {
      if (!(await shares.takeFree(of, waitAtMostMs))) throw overLimit(limit, RETRY_AFTER_MS);
      try {
        return await work();
      } finally {
        shares.giveBack(of);
      }
    },
  };
}
