import type { Page } from 'playwright';
import { until } from './until.ts';

/** How the media of a recorded call are, at one moment. */
export interface FilmNow {
  /** Of each video that plays: seconds from the start of the recording. */
  readonly places: readonly number[];
  readonly rates: readonly number[];
  /** Pictures shown by the video that has shown the fewest. */
  readonly frames: number;
  /** The timeline, in seconds. */
  readonly moment: number;
}

export const filmNow = (page: Page): Promise<FilmNow> =>
  page.getByTestId('film-player').evaluate((player) => {
    const videos = [...player.querySelectorAll<HTMLVideoElement>('[data-testid=film-video]')].filter(
      ({ paused }) => !paused,
    );
    const position = player.querySelector<HTMLInputElement>('[data-testid=film-position]');
    return {
      places: videos.map(({ dataset, currentTime }) => Number(dataset.offset) + currentTime),
      rates: videos.map(({ playbackRate }) => playbackRate),
      frames: Math.min(...videos.map((video) => video.getVideoPlaybackQuality().totalVideoFrames)),
      moment: position?.valueAsNumber ?? Number.NaN,
    };
  });

/** When the files begin whose pictures are seen now, in seconds from the start of the recording. */
export const picturesSeen = (page: Page): Promise<readonly number[]> =>
  page
    .getByTestId('film-video')
    .evaluateAll((elements) =>
      elements.flatMap((video) =>
        video instanceof HTMLVideoElement &&
        video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA &&
        getComputedStyle(video).opacity === '1'
          ? [Number(video.dataset.offset)]
          : [],
      ),
    );

/** How far apart the videos are, in seconds. */
const spreadOf = ({ places }: FilmNow): number => Math.max(...places) - Math.min(...places);

/** Resolves once so many videos play, each with pictures, and are in step. */
export const filmPlays = (page: Page, videos: number): Promise<FilmNow> =>
  until(`${videos} videos play in step`, async () => {
    const now = await filmNow(page);
    return now.places.length === videos && now.frames > 5 && spreadOf(now) < 0.1 && now;
  });

/** The largest spread of the videos while the film moves on by so many seconds. */
export async function largestSpread(page: Page, seconds: number): Promise<number> {
  const { moment: start } = await filmNow(page);
  let largest = 0;
  await until(`the film moves on by ${seconds} s`, async () => {
    const now = await filmNow(page);
    if (now.places.length > 1) largest = Math.max(largest, spreadOf(now));
    return now.moment >= start + seconds;
  });
  return largest;
}
