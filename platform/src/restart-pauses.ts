/** Pause before the first restart; doubled each time. */
const FIRST_PAUSE_MS = 200;
const MAX_PAUSE_MS = 10_000;
/** After a run of this length the next pause is the first one again. */
const STEADY_MS = 30_000;

/** Pauses between a process's deaths and its restarts: 200 ms, doubled each time up to 10 s. */
export class RestartPauses {
  #nextMs = FIRST_PAUSE_MS;
  #startedAt = performance.now();

  /** Call this whenever the process starts. */
  started(): void {
    this.#startedAt = performance.now();
  }

  /** Call this whenever the process has ended. @returns the pause before its restart, in ms */
  next(): number {
    if (performance.now() - this.#startedAt >= STEADY_MS) this.#nextMs = FIRST_PAUSE_MS;
    const pauseMs = this.#nextMs;
    this.#nextMs = Math.min(MAX_PAUSE_MS, pauseMs * 2);
    return pauseMs;
  }
}
