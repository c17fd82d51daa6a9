/**
 * Tells that the page goes away for good: the tab is closed, or another page is loaded in it. A call ends then, at once
 * rather than when the server misses its socket. A page that the browser keeps for `back` is not gone.
 *
 * @returns what ends it
 */
export function onPageLeave(listener: () => void): () => void {
  if (typeof window === 'undefined') return () => {};
  const onHide = (event: PageTransitionEvent) => {
    if (!event.persisted) listener();
  };
  window.addEventListener('pagehide', onHide);
  return () => window.removeEventListener('pagehide', onHide);
}
