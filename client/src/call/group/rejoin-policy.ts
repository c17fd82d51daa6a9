/** Spreads the members of a room that died, so that its successor is not joined by all in the same moment. */
const FIRST_SPREAD_MS = 400;
const BASE_MS = 500;
const MAX_MS = 6_000;

export interface JoinAttempt {
  readonly attempt: number;
  /** Joins in a row that did not last; 0: the first join, which someone waits for. */
  readonly failures: number;
  /** The media of the session before flows, and is to go on. */
  readonly resume: boolean;
}

/**
 * How long to wait before joining.
 *
 * @param failures joins in a row that did not last; 0: the first join, which someone waits for
 * @param random 0 to 1
 */
export function rejoinDelayMs(failures: number, random: number): number {
  if (failures === 0) return 0;
  if (failures === 1) return random * FIRST_SPREAD_MS;
  const ceiling = Math.min(MAX_MS, BASE_MS * 2 ** (failures - 1));
  return ceiling / 2 + (random * ceiling) / 2;
}
