/** A touch clicks in a later task than it is released in. */
const CLICK_MS = 300;

/**
 * Waits for the end of the press that has just begun: the time of its click after a release, at once if it turns into
 * scrolling, which does not click.
 *
 * @param target the window
 * @returns stops waiting
 */
export const afterPress = (target: EventTarget, onEnd: () => void): (() => void) => {
  const stopped = new AbortController();
  const { signal } = stopped;
  let timer: ReturnType<typeof setTimeout> | undefined;
  target.addEventListener(
    'pointerup',
    () => {
      timer = setTimeout(onEnd, CLICK_MS);
    },
    { once: true, signal },
  );
  target.addEventListener('pointercancel', onEnd, { once: true, signal });
  return () => {
    stopped.abort();
    clearTimeout(timer);
  };
};
