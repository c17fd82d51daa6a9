const STORAGE_KEY = 'hibiki.reloaded';
/** No further reload within this time, when a reload has not made page and server match. */
const PAUSE_MS = 5 * 60_000;

/** Reloads the page, to get the code that goes with the server: at most every five minutes. */
export function reloadOnce(): void {
  const last = Number(sessionStorage.getItem(STORAGE_KEY) ?? 0);
  if (Date.now() - last < PAUSE_MS) return;
  sessionStorage.setItem(STORAGE_KEY, String(Date.now()));
  window.location.reload();
}
