/** Of a recording, where the page has the time to draw them. */
const FRAMES_A_SECOND = 12;
const FRAME_MS = 1000 / FRAMES_A_SECOND;
/** Of the page's time, at most: a slow machine records fewer pictures, and the call goes on answering. */
const DRAWING_SHARE = 1 / 3;

/** @returns ms to wait before the next picture, after one that kept the page for `tookMs` */
export const pauseAfter = (tookMs: number): number =>
  Math.max(FRAME_MS - tookMs, tookMs / DRAWING_SHARE - tookMs);
