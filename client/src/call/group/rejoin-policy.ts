/** Spreads the members of a room that died, so that its successor is not joined by all in the same moment: so long for each. */
const SPREAD_PER_MEMBER_MS = 20;
const MAX_SPREAD_MS = 400;
const BASE_MS = 500;
const MAX_MS = 6_000;

export interface JoinAttempt {
  readonly attempt: number;
  /** Joins in a row that did not last; 0: the first join, which someone waits for. */
  readonly failures: number;
  /** Number of members of the lost room, who all rejoin; 0 for the first join. */
  readonly members: number;
  /** The media of the lost session still flows and should continue. */
  readonly resume: boolean;
}

/**
 * How long to wait before joining.
 *
 * @param random 0 to 1
 */
export function rejoinDelayMs(
  { failures, members }: Pick<JoinAttempt, 'failures' | 'members'>,
  random: number,
): number {
  if (failures === 0) return 0;
  if (failures === 1) return random * Math.min(MAX_SPREAD_MS, SPREAD_PER_MEMBER_MS * members);
  const ceiling = Math.min(MAX_MS, BASE_MS * 2 ** (failures - 1));
  return ceiling / 2 + (random * ceiling) / 2;
}
