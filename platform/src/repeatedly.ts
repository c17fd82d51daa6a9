export interface Repetition {
  /** Milliseconds between the moments at which a run is due. */
  readonly everyMs: number;
  /** The first run begins at once; after `everyMs` by default. */
  readonly atOnce?: boolean;
  readonly work: () => Promise<void>;
  /** Receives what a run throws. The next one begins as if nothing had happened. */
  readonly onError: (error: unknown) => void;
}

/**
 * Does the work again and again, one run at a time: a run that falls due during another is left out. Returns what ends it; a run in
 * progress is not broken off.
 */
export function repeatedly({ everyMs, atOnce = false, work, onError }: Repetition): () => void {
  let running = false;
  const run = async (): Promise<void> => {
    if (running) return;
    running = true;
    try {
      await work();
    } catch (error) {
      onError(error);
    } finally {
      running = false;
    }
  };
  if (atOnce) void run();
  const timer = setInterval(() => void run(), everyMs);
  return () => clearInterval(timer);
}
