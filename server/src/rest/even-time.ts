/**
 * What is there but not for the asker takes another time than what is not there: an index has one row more to look at.
 * Answers that could tell the two apart are therefore sent only on strokes, so many milliseconds and multiples of them
 * after the request came. Below the 20 ms that a page of a list may take; an item that is not found takes 2 to 5.
 */
export const STROKE_MS = 16;

const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

/**
 * Does the work, and holds back how it ended until the next stroke where the time that it took could tell something.
 * Unlike a pause of random length, which is averaged out by asking often, this leaves nothing to average as long as the
 * work is done before the stroke.
 */
export async function inEvenTime<Result>(
  work: () => Promise<Result>,
  couldTell: (outcome: PromiseSettledResult<Result>) => boolean,
): Promise<Result> {
  const begun = performance.now();
  // Set before the work: a timer's moment, in whole milliseconds, would otherwise depend on when the work was done.
  const firstStroke = pause(STROKE_MS);
  const [outcome] = await Promise.allSettled([work()]);
  if (couldTell(outcome)) {
    const took = performance.now() - begun;
    await (took < STROKE_MS ? firstStroke : pause(STROKE_MS - (took % STROKE_MS)));
  }
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}
