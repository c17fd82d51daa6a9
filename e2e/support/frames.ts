import type { Page } from 'playwright';
import { CAMERA_FRAMES_PER_SECOND } from './browser.ts';
import { type Evaluates, type ReceivedMedia, receivedMedia } from './media-stats.ts';
import { until } from './until.ts';

/** A second and a half of the fake camera: more than a burst from a buffer. */
const ENOUGH_FRAMES = 1.5 * CAMERA_FRAMES_PER_SECOND;

/**
 * Waits until a page has decoded enough further frames of so many video tracks, counted from now, so that frames of before
 * an incident do not count. Resolves with the last reading.
 */
export const framesFlow = async (page: Evaluates, tracks: number): Promise<ReceivedMedia> => {
  const before = await receivedMedia(page);
  return until(`${ENOUGH_FRAMES} further frames of ${tracks} videos`, async () => {
    const now = await receivedMedia(page);
    const flowing = Object.entries(now.frames).filter(
      ([track, frames]) => frames - (before.frames[track] ?? 0) >= ENOUGH_FRAMES,
    );
    return flowing.length >= tracks ? now : undefined;
  });
};

/** Waits until a page shows so many video tracks of others, as a beginning: that they go on is for `framesFlow`. */
export const sees = (page: Evaluates, tracks: number): Promise<unknown> =>
  until(`a frame of ${tracks} videos`, async () => {
    const { frames } = await receivedMedia(page);
    return Object.values(frames).filter((count) => count > 0).length >= tracks;
  });

/** Waits until a page receives more audio energy than now: the fake microphone beeps once a second. */
export const soundFlows = async (page: Evaluates): Promise<void> => {
  const before = await receivedMedia(page);
  await until(
    'audio energy arrives',
    async () => (await receivedMedia(page)).audioEnergy > before.audioEnergy,
  );
};

/** Audio energy that a page receives in a second: about nothing while no one makes a sound. */
export const loudness = async (page: Page): Promise<number> => {
  const before = await receivedMedia(page);
  await page.waitForTimeout(1_000);
  return (await receivedMedia(page)).audioEnergy - before.audioEnergy;
};
