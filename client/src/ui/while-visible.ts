/**
 * Calls back at an interval while the page is visible (specification U11), and at once when it is seen again.
 *
 * @returns what ends it
 */
export function whileVisible(tick: () => void, intervalMs: number): () => void {
  let timer: ReturnType<typeof setInterval> | undefined;
  const isVisible = () => document.visibilityState === 'visible';
  const start = () => {
    timer = setInterval(tick, intervalMs);
  };
  const follow = () => {
    clearInterval(timer);
    if (!isVisible()) return;
    start();
    tick();
  };
  if (isVisible()) start();
  document.addEventListener('visibilitychange', follow);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', follow);
  };
}
