import type { SessionKey } from '#server/session.ts';
import { type LimitOfKind, limitTable } from './limit-table.ts';
import { overLimit } from './over-limit.ts';
import { Shares } from './shares.ts';

type TurnLimit = Extract<LimitOfKind<'at-once'>, 'requests-at-once-person' | 'frames-at-once-person'>;

/** As many as one person may send at once with the default rate: each of them is still answered. */
const WAIT_AT_MOST = 600;
/** Twice, to sign in and to be worked on, and still before a client gives up after 20 s. */
const WAIT_AT_MOST_MS = 8_000;
const RETRY_AFTER_MS = 5_000;

export interface Turns {
  /** Throws `too-many-requests` where too many of the person wait already, or none of their places becomes free in time. */
  run<Result>(person: SessionKey, work: () => Promise<Result>): Promise<Result>;
}

/**
 * Works on a few requests of one person at a time, and on the next ones in the order in which they came. The event loop and the
 * connections to the database are shared by everyone: whoever asks for much at once waits for themselves, and no one else does.
 */
export function createTurns(limit: TurnLimit, waitAtMostMs = WAIT_AT_MOST_MS): Turns {
  const shares = new Shares(limitTable[limit].most, WAIT_AT_MOST);
  return {
    async run(person, work) {
      if (!(await shares.takeFree(person, waitAtMostMs))) throw overLimit(limit, RETRY_AFTER_MS);
      try {
        return await work();
      } finally {
        shares.giveBack(person);
      }
    },
  };
}
