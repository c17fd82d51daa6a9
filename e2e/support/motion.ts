import type { Page } from 'playwright';

/** What follows the window's size, or a change of the theme, has followed it, and whatever moves and does not for ever has arrived. */
export const motionEnds = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (const _ of [1, 2, 3]) await new Promise((resolve) => requestAnimationFrame(resolve));
    const passing = () =>
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .filter(({ playState }) => playState === 'running');
    // An inherited colour begins its own transition where that of its parent has ended.
    for (let moving = passing(); moving.length > 0; moving = passing()) {
      await Promise.all(moving.map((animation) => animation.finished.catch(() => {})));
    }
  });
