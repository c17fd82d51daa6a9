import type { Quality } from '#protocol/call-quality.ts';

/** What is shown, and the readings that it follows from, the last one first. */
export interface SteadyQuality {
  readonly shown: Quality | null;
  readonly recent: readonly Quality[];
}

export const notShown: SteadyQuality = { shown: null, recent: [] };

/** One bad reading is a single burst, two are a bad line. */
const WORSE_AFTER = 2;
/** Six seconds of readings: people should not be told that it is over before it is. */
const BETTER_AFTER = 3;
/** Half of the time between two readings: a picture that stands is seen at once. */
const STUCK = 0.5;

const RANKS = { good: 0, fair: 1, poor: 2 } as const;
const worse = (one: Quality, other: Quality): Quality => (RANKS[one] >= RANKS[other] ? one : other);
const better = (one: Quality, other: Quality): Quality => (RANKS[one] <= RANKS[other] ? one : other);

/**
 * What to show after one more reading, so that it does not flap between two words.
 *
 * @param frozen share of the time since the last reading for which a picture stood still; null: not measured
 */
export function steadyAfter(
  { shown, recent: before }: SteadyQuality,
  reading: Quality,
  frozen: number | null,
): SteadyQuality {
  const recent = [reading, ...before].slice(0, BETTER_AFTER);
  if (shown === null) return { shown: reading, recent };
  if ((frozen ?? 0) >= STUCK && RANKS[reading] > RANKS[shown]) return { shown: reading, recent };
  const least = recent.slice(0, WORSE_AFTER).reduce(better);
  if (recent.length >= WORSE_AFTER && RANKS[least] > RANKS[shown]) return { shown: least, recent };
  const most = recent.reduce(worse);
  if (recent.length >= BETTER_AFTER && RANKS[most] < RANKS[shown]) return { shown: most, recent };
  return { shown, recent };
}
