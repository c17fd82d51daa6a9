let shared: AudioContext | null = null;

/**
 * The page's one AudioContext: browsers allow only a few, and each wakes an audio thread. Null where there is no Web Audio, or
 * none to be had. It may be suspended until someone has touched the page, and continues by itself then.
 */
export function sharedAudioContext(): AudioContext | null {
  if (typeof AudioContext === 'undefined') return null;
  if (!shared) {
    const context = openContext();
    if (!context) return null;
    shared = context;
    // Also after a phone call on iOS, which suspends it (`interrupted`).
    for (const gesture of ['pointerdown', 'keydown'] as const) {
      window.addEventListener(gesture, () => resume(context), { capture: true, passive: true });
    }
  }
  resume(shared);
  return shared;
}

/** Null where the machine has no sound to give, or too many pages have it. */
function openContext(): AudioContext | null {
  try {
    return new AudioContext({ latencyHint: 'interactive' });
  } catch {
    return null;
  }
}

function resume(context: AudioContext): void {
  if (context.state !== 'running') context.resume().catch(() => {});
}

/**
 * Tells that the page's sound was taken away and has come back: iOS does so around a phone call (`interrupted`).
 *
 * @returns what ends it
 */
export function onAudioReturned(listener: () => void): () => void {
  const context = sharedAudioContext();
  if (!context) return () => {};
  let interrupted = false;
  const onState = () => {
    if (context.state === 'running' && interrupted) listener();
    interrupted = context.state === 'interrupted';
  };
  context.addEventListener('statechange', onState);
  return () => context.removeEventListener('statechange', onState);
}
