/** Runs in a worker: its timers go on at their pace while the page is hidden, where a page's own are slowed to one a minute. */
const TICK_MS = 1_000;
setInterval(() => postMessage(null), TICK_MS);
