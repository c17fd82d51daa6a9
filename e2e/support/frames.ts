import { type Evaluates, type ReceivedMedia, receivedMedia } from './media-stats.ts';
import { until } from './until.ts';

/** A second and a half of the fake camera: more than a burst from a buffer. */
const ENOUGH_FRAMES = 8;

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

/**
 * Waits until a page has received more audio energy than now: the fake microphone beeps once a second.
 *
 * @param energy in the unit of `totalAudioEnergy`; any by default
 */
export const soundFlows = async (page: Evaluates, energy = 0): Promise<void> => {
  const before = await receivedMedia(page);
  await until(
    'audio energy arrives',
    async () => (await receivedMedia(page)).audioEnergy > before.audioEnergy + energy,
  );
};

/** Seconds of sound that are enough to call it silence, and their energy: noise of the codec. */
const SILENCE = { seconds: 0.5, energy: 0.000_05 };

/** Waits until a page has received a stretch of sound without energy. */
export const soundStops = async (page: Evaluates): Promise<void> => {
  let since = await receivedMedia(page);
  await until('silence arrives', async () => {
    const now = await receivedMedia(page);
    if (now.audioEnergy - since.audioEnergy > SILENCE.energy) since = now;
    return now.audioSeconds - since.audioSeconds >= SILENCE.seconds;
  });
};
