import { createStore, type Observable } from '#client/store.ts';

/** `<audio>`, `<video>`. */
type Playable = Pick<HTMLMediaElement, 'play'>;

/**
 * Browsers refuse to play sound on a page that no one has touched yet. Every element with sound is played through here,
 * so that one button can start all those that were refused.
 */
export interface Playback extends Observable<boolean> {
  /** Plays an element now and whenever it was refused and `resume` is called. Returns what forgets it. */
  play(element: Playable): () => void;
  /** To be called from a click: plays all that was refused. */
  resume(): void;
}

/** `get()`: something waits for a click. */
export function createPlayback(): Playback {
  const store = createStore(false);
  const refused = new Set<Playable>();
  const known = new Set<Playable>();

  const attempt = async (element: Playable) => {
    try {
      await element.play();
      refused.delete(element);
    } catch (error) {
      // AbortError: a new source has come in between, and with it a new attempt.
      if (known.has(element) && error instanceof Error && error.name === 'NotAllowedError') {
        refused.add(element);
      }
    }
    store.set(refused.size > 0);
  };

  return {
    get: store.get,
    subscribe: store.subscribe,
    play(element) {
      known.add(element);
      void attempt(element);
      return () => {
        known.delete(element);
        refused.delete(element);
        store.set(refused.size > 0);
      };
    },
    resume() {
      for (const element of [...refused]) void attempt(element);
    },
  };
}

/** The page's own. */
export const playback = createPlayback();
