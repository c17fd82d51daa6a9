/** So much above the shortest round trip, in ms, packets wait before a line that is full. */
const QUEUE_MS = 150;
/** Readings, of two seconds each, among which the shortest is looked for: another network may be slower for good. */
const KNOWN_READINGS = 30;

/**
 * Whether a line is full. What is lost then is not lost by the line, and sending more of it would make that worse.
 *
 * @returns takes each reading of the round trip; null: not known
 */
export function createCongestion(): (roundTripMs: number | null) => boolean {
  const known: number[] = [];
  return (roundTripMs) => {
    if (roundTripMs === null) return false;
    known.push(roundTripMs);
    if (known.length > KNOWN_READINGS) known.shift();
    return roundTripMs >= Math.min(...known) + QUEUE_MS;
  };
}
