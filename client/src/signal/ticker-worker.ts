/** Runs in a worker: its timers keep their pace while the page is hidden; browsers slow the page's own to one a minute. */
const TICK_MS = 1_000;
setInterval(() => postMessage(null), TICK_MS);
