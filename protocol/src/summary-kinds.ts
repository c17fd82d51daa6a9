/** Kinds with a fixed number of lines, which can be had on one page, and those with a line for each that there is. */
const fixedKinds = [
  'byday',
  'byhour',
  'bymonth',
  'byweek',
  'byweekhour',
  'bypeak',
  'bysetup',
  'byquality',
] as const;
const rankedKinds = ['bypeerid', 'bydevice', 'byreason'] as const;
export const summaryKinds = [...fixedKinds, ...rankedKinds] as const;
export type SummaryKind = (typeof summaryKinds)[number];

/** Milliseconds that a set-up takes at most, in each line of `bysetup`; the last line has those that take longer. */
export const setUpBounds = [250, 500, 750, 1_000, 1_500, 2_000, 3_000, 5_000, 10_000] as const;
/** Key of that last line. */
export const LONGER = 'longer';

/** A call that ended so has failed; the others ended as someone wanted it. */
export const failedEndReasons = [
  'no-answer',
  'busy',
  'offline',
  'failed',
  'connection-lost',
  'lost',
  'microphone-missing',
] as const;

/** Ends of 1-to-1 calls that nobody answered: the called side missed them. */
export const missedEndReasons = ['no-answer', 'cancelled', 'offline', 'busy'] as const;

/** Its lines are those that there are, the most first. */
export const isRanked = (kind: SummaryKind): boolean => rankedKinds.some((each) => each === kind);
