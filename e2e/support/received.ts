import type { Page } from 'playwright';
import { until } from './until.ts';

/** Bytes of each video that a page has received so far, by track id, only of connections that are up. */
const videoBytes = (page: Page): Promise<Record<string, number>> =>
  page.evaluate(async () => {
    const bytes: Record<string, number> = {};
    for (const connection of window.__peerConnections) {
      if (connection.connectionState !== 'connected') continue;
      for (const stats of (await connection.getStats()).values()) {
        if (stats.type === 'inbound-rtp' && stats.kind === 'video')
          bytes[stats.trackIdentifier] = stats.bytesReceived ?? 0;
      }
    }
    return bytes;
  });

/** Far less than a second of the smallest picture; what was on its way when it was paused. */
const STANDS_STILL_BYTES = 500;
const LOOKED_AT_MS = 1_500;

/** How many videos a page receives while one looks for a second and a half: all others stand still. */
const videosReceived = async (page: Page): Promise<number> => {
  const before = await videoBytes(page);
  // Not a wait for something: the stretch of time that is measured.
  await page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), LOOKED_AT_MS);
  const now = await videoBytes(page);
  return Object.entries(now).filter(([track, bytes]) => bytes - (before[track] ?? 0) > STANDS_STILL_BYTES)
    .length;
};

/** Waits until a page receives so many videos and not one more. */
export const receivesVideos = (page: Page, count: number): Promise<unknown> =>
  until(`${count} videos are received`, async () => (await videosReceived(page)) === count);

/** How many lines the pictures have that a page decodes just now. */
export const receivedLines = (page: Page): Promise<number[]> =>
  page.evaluate(async () => {
    const lines: number[] = [];
    for (const connection of window.__peerConnections) {
      if (connection.connectionState !== 'connected') continue;
      // What has no picture stood for someone who has left: a browser keeps the statistics of what has ended.
      for (const stats of (await connection.getStats()).values())
        if (stats.type === 'inbound-rtp' && stats.kind === 'video' && stats.frameHeight > 0)
          lines.push(stats.frameHeight);
    }
    return lines;
  });
