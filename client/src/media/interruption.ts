/** A phone call's end gives the microphone back within a moment, or not at all. */
const PATIENCE_MS = 3_000;

/**
 * Tells that a device was taken away and not given back: after a phone call iOS leaves its tracks `live` and silent
 * (`muted`), until they are asked for again. Says so once for each time that it happens, and only while the page is seen:
 * a page in the background gets no device back.
 *
 * @returns what ends it
 */
export function watchInterruption(track: MediaStreamTrack, onSilent: () => void): () => void {
  if (typeof document === 'undefined') return () => {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isSilent = () => track.muted && track.readyState === 'live' && document.visibilityState === 'visible';
  const check = () => {
    clearTimeout(timer);
    if (!isSilent()) return;
    timer = setTimeout(() => {
      if (isSilent()) onSilent();
    }, PATIENCE_MS);
  };
  track.addEventListener('mute', check);
  track.addEventListener('unmute', check);
  document.addEventListener('visibilitychange', check);
  return () => {
    clearTimeout(timer);
    track.removeEventListener('mute', check);
    track.removeEventListener('unmute', check);
    document.removeEventListener('visibilitychange', check);
  };
}
