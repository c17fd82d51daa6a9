/** On a browser that is busy all the time, what waits for it comes nevertheless. */
const PATIENCE_MS = 1_500;

/** Settles when the browser has nothing better to do. */
export const whenIdle = (): Promise<unknown> =>
  new Promise((resolve) => {
    // Safari has no such thing.
    if ('requestIdleCallback' in window) window.requestIdleCallback(resolve, { timeout: PATIENCE_MS });
    else setTimeout(resolve, PATIENCE_MS);
  });
