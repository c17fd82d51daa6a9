const DAY_MS = 86_400_000;
const USUAL_DAYS = [1, 7, 30, 90] as const;

/** How long a share link works: days from now, or until the recording is deleted. */
export type LinkEnd = (typeof USUAL_DAYS)[number] | 'expiry';

/** The ends that a link of a recording can have. The last one is the recording's own expiry where a usual one lies beyond it. */
export function linkEnds(expires: string, nowMs: number): readonly LinkEnd[] {
  const before = USUAL_DAYS.filter((days) => nowMs + days * DAY_MS < Date.parse(expires));
  return before.length === USUAL_DAYS.length ? before : [...before, 'expiry'];
}

/** When a link with that end stops working. */
export const linkEndTime = (end: LinkEnd, expires: string, nowMs: number): string =>
  end === 'expiry' ? expires : new Date(nowMs + end * DAY_MS).toISOString();
