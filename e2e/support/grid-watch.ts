import type { Page } from 'playwright';

/** Of one picture of someone else, over the stretch that was watched. */
export interface Tile {
  readonly width: number;
  readonly height: number;
  /** Put on the screen (requestVideoFrameCallback, `presentedFrames`). */
  readonly drawn: number;
  /** Decoded too late to be shown. */
  readonly dropped: number;
  /** The longest time between two pictures on the screen. */
  readonly longestGapMs: number;
}

export interface Watched {
  readonly seconds: number;
  readonly tiles: readonly Tile[];
  /** Of the packets of all pictures those that came over the network, 0 to 1. */
  readonly arrived: number;
  /** How often the page itself could have been painted. */
  readonly animationFrames: number;
  /** Tasks that held the page up for longer than 50 ms (W3C Long Tasks). */
  readonly longTasks: number;
  readonly longestTaskMs: number;
}

/** Watches the pictures of the others in a call for this long: the stretch of time that is measured. */
export const watchGrid = (page: Page, seconds: number): Promise<Watched> =>
  page.evaluate(async (lengthMs) => {
    const videos = [...document.querySelectorAll<HTMLVideoElement>('video[data-kind=remote]')];
    const packets = async () => {
      const counted = { received: 0, lost: 0 };
      for (const connection of window.__peerConnections) {
        if (connection.connectionState !== 'connected') continue;
        for (const stats of (await connection.getStats()).values()) {
          if (stats.type !== 'inbound-rtp' || stats.kind !== 'video') continue;
          counted.received += stats.packetsReceived ?? 0;
          counted.lost += stats.packetsLost ?? 0;
        }
      }
      return counted;
    };
    const followed = videos.map((video) => {
      let first: number | null = null;
      let last = 0;
      let shownAt = 0;
      let longestGapMs = 0;
      let handle = 0;
      const { droppedVideoFrames: droppedBefore } = video.getVideoPlaybackQuality();
      const note = (_: number, { presentedFrames, expectedDisplayTime }: VideoFrameCallbackMetadata) => {
        first ??= presentedFrames;
        // Several at once: the page's own thread was late, the pictures were not.
        if (shownAt > 0)
          longestGapMs = Math.max(
            longestGapMs,
            (expectedDisplayTime - shownAt) / (presentedFrames - last || 1),
          );
        last = presentedFrames;
        shownAt = expectedDisplayTime;
        handle = video.requestVideoFrameCallback(note);
      };
      handle = video.requestVideoFrameCallback(note);
      return () => {
        video.cancelVideoFrameCallback(handle);
        const { width, height } = video.getBoundingClientRect();
        return {
          width: Math.round(width),
          height: Math.round(height),
          drawn: first === null ? 0 : last - first + 1,
          dropped: video.getVideoPlaybackQuality().droppedVideoFrames - droppedBefore,
          longestGapMs: first === null ? lengthMs : longestGapMs,
        };
      };
    });
    let animationFrames = 0;
    let animation = 0;
    const animate = () => {
      animationFrames += 1;
      animation = requestAnimationFrame(animate);
    };
    animation = requestAnimationFrame(animate);
    const tasks: number[] = [];
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration);
    });
    observer.observe({ type: 'longtask' });
    const before = await packets();
    const begun = performance.now();
    await new Promise((resolve) => setTimeout(resolve, lengthMs));
    const took = performance.now() - begun;
    const tiles = followed.map((end) => end());
    cancelAnimationFrame(animation);
    const after = await packets();
    const received = after.received - before.received;
    for (const { duration } of observer.takeRecords()) tasks.push(duration);
    observer.disconnect();
    return {
      seconds: took / 1000,
      tiles,
      arrived: received / (received + after.lost - before.lost),
      animationFrames,
      longTasks: tasks.length,
      longestTaskMs: Math.round(Math.max(0, ...tasks)),
    };
  }, seconds * 1000);
