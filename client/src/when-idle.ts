/** Upper limit, for a browser that is never idle. */
const PATIENCE_MS = 1_500;

/** Settles when the browser is idle. */
export const whenIdle = (): Promise<unknown> =>
  new Promise((resolve) => {
    // Safari lacks it.
    if ('requestIdleCallback' in window) window.requestIdleCallback(resolve, { timeout: PATIENCE_MS });
    else setTimeout(resolve, PATIENCE_MS);
  });
