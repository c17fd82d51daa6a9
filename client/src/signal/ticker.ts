const TICK_MS = 1_000;

/**
 * Calls back about once a second, in a hidden tab too: browsers slow the timers of hidden pages down to one a minute,
 * longer than the server waits for a ping, and calls would stop ringing there.
 *
 * @returns what ends it
 */
export function startTicker(onTick: () => void): () => void {
  if (typeof Worker === 'undefined') {
    const timer = setInterval(onTick, TICK_MS);
    return () => clearInterval(timer);
  }
  const worker = new Worker(new URL('./ticker-worker.ts', import.meta.url), { type: 'module' });
  worker.onmessage = onTick;
  return () => worker.terminate();
}
