/** kbit/s sent from which a line that is full is so because of what is received. */
const NARROW_KBPS = 200;
/** Readings, of two seconds each, for which the line is full before the camera is made smaller. */
const FULL_READINGS = 2;
/** Readings without that after which the camera is tried in full again; twice as many each time that was too early. */
const FIRST_TRY_AFTER = 15;
const LAST_TRY_AFTER = 120;

/**
 * Whether one's own pictures must be small for one's speech to come through: the browser sends as much as the line carries, and speech waits
 * in the queue before it.
 *
 * @returns takes each reading: whether the line carries no more (congestion.ts), and kbit/s sent
 */
export function createNarrowUplink(): (full: boolean, sentKbps: number) => boolean {
  let narrow = false;
  /** Readings in a row that say the opposite of `narrow`. */
  let contrary = 0;
  let tryAfter = FIRST_TRY_AFTER;
  return (full, sentKbps) => {
    const isContrary = narrow ? !full : full && sentKbps < NARROW_KBPS;
    contrary = isContrary ? contrary + 1 : 0;
    if (contrary < (narrow ? tryAfter : FULL_READINGS)) return narrow;
    if (narrow) tryAfter = Math.min(LAST_TRY_AFTER, 2 * tryAfter);
    narrow = !narrow;
    contrary = 0;
    return narrow;
  };
}
