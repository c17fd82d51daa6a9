let shared: AudioContext | null = null;

/**
 * The page's one AudioContext: browsers allow only a few, and each wakes an audio thread. Null where there is no Web Audio.
 * It may be suspended until somebody has touched the page; `resume` is asked for each time.
 */
export function sharedAudioContext(): AudioContext | null {
  if (typeof AudioContext === 'undefined') return null;
  shared ??= new AudioContext({ latencyHint: 'interactive' });
  if (shared.state === 'suspended') shared.resume().catch(() => {});
  return shared;
}
