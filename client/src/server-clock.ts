/** What `Date` of an answer leaves out (RFC 9110, section 6.6.1). */
const DATE_STEP_MS = 1_000;

/** By how much the server's clock may be ahead of this browser's, in ms; every answer narrows it down. */
let bounds = { least: Number.NEGATIVE_INFINITY, most: Number.POSITIVE_INFINITY };

/**
 * Learns from an answer what time it is at the server. Where this browser's clock has been set since, what was known no longer holds.
 *
 * @param date the answer's `Date`; null: it says nothing
 * @param sentAt when it was asked for, and `receivedAt` when it came: by `Date.now()`
 */
export function noteServerTime(date: string | null, sentAt: number, receivedAt: number): void {
  const time = date === null ? Number.NaN : Date.parse(date);
  if (Number.isNaN(time)) return;
  const now = { least: time - receivedAt, most: time + DATE_STEP_MS - sentAt };
  const both = { least: Math.max(bounds.least, now.least), most: Math.min(bounds.most, now.most) };
  bounds = both.least <= both.most ? both : now;
}

/** A clock that may be right is taken to be. */
const aheadMs = (): number => Math.min(Math.max(0, bounds.least), bounds.most);

/**
 * The server's time in ms since 1970, to a second or so: what times that the server made are compared with. People's clocks are often
 * hours off. `Date.now()` before the first answer.
 */
export const serverNow = (): number => Date.now() + aheadMs();

/** When a moment of the server's, in ms since 1970, was or will be by `Date.now()`. */
export const byOwnClock = (serverMs: number): number => serverMs - aheadMs();
