/** Shorter calls say little about how calls are. */
export const RATED_FROM_S = 10;
/** A browser asks at most this often, whether or not someone answers. */
export const ASK_AGAIN_AFTER_MS = 24 * 60 * 60 * 1000;

const KEY = 'hibiki.asked-how-it-was';

type RatingStorage = Pick<Storage, 'getItem' | 'setItem'>;

/** Whether to ask how a call was that lasted this long. `now` is `Date.now()`. */
export function asksHowItWas(durationS: number, now: number, storage: RatingStorage): boolean {
  if (durationS < RATED_FROM_S) return false;
  const askedAt = Number(storage.getItem(KEY) ?? Number.NaN);
  // A clock that was set back does not silence the question for years.
  return !(now >= askedAt && now - askedAt < ASK_AGAIN_AFTER_MS);
}

/** Notes that the question was shown. */
export const noteAsked = (now: number, storage: RatingStorage): void => storage.setItem(KEY, String(now));

export const STARS = [1, 2, 3, 4, 5] as const;
export type Stars = (typeof STARS)[number];

/** As `quality` of the API has it: 0 bad … 10 good. */
export const qualityOf = (stars: Stars): number => (stars - 1) * 2.5;
