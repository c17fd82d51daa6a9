/** Tells of the moments at which a lost connection may work again: the network is back, the page is looked at. */
export type WakeHints = (listener: () => void) => () => void;

export const browserWakeHints: WakeHints = (listener) => {
  if (typeof window === 'undefined') return () => {};
  const onVisibility = () => {
    if (document.visibilityState === 'visible') listener();
  };
  window.addEventListener('online', listener);
  window.addEventListener('pageshow', listener);
  document.addEventListener('visibilitychange', onVisibility);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('pageshow', listener);
    document.removeEventListener('visibilitychange', onVisibility);
  };
};
