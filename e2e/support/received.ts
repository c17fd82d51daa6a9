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
/** A second and a half of the smallest picture: meanwhile all other videos have to stand still. */
const FLOWS_BYTES = 5_000;

/** Waits until a page receives so many videos and not one more: each of them has gone on, while the others stood still. */
export const receivesVideos = async (page: Page, count: number): Promise<void> => {
  let since = await videoBytes(page);
  await until(`${count} videos are received`, async () => {
    const now = await videoBytes(page);
    const gained = Object.entries(now).map(([track, bytes]) => bytes - (since[track] ?? 0));
    const flowing = gained.filter((bytes) => bytes > STANDS_STILL_BYTES);
    if (flowing.length > count) since = now;
    return flowing.length === count && flowing.every((bytes) => bytes >= FLOWS_BYTES);
  });
};

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
