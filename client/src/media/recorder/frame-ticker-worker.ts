/** Runs in a worker: its timers keep their pace while the page is hidden. */
const FRAMES_A_SECOND = 12;
setInterval(() => postMessage(null), 1000 / FRAMES_A_SECOND);
