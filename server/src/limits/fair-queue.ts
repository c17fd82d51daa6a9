/** Requests that hash passwords and are worked on at a time: as many as there are threads that hash (libuv). */
export const HASHED_AT_ONCE = 4;

/**
 * Works on a few things at a time, and takes the next one of each asker in turn: whoever asks for much at once waits for
 * themselves, and holds up others by one thing at most. Bounded by what its callers let in.
 */
export class FairQueue {
  readonly #most: number;
  #running = 0;
  /** Those of each asker in the order in which they came; the asker whose turn is next comes first. */
  readonly #waiting = new Map<string, (() => void)[]>();

  /** @param most things that are worked on at a time */
  constructor(most: number) {
    this.#most = most;
  }

  async run<Result>(asker: string, work: () => Promise<Result>): Promise<Result> {
    if (this.#running < this.#most) this.#running += 1;
    else await this.#place(asker);
    try {
      return await work();
    } finally {
      this.#handOn();
    }
  }

  #place(asker: string): Promise<void> {
    return new Promise((resolve) => {
      const others = this.#waiting.get(asker);
      if (others) others.push(resolve);
      else this.#waiting.set(asker, [resolve]);
    });
  }

  #handOn(): void {
    const [next] = this.#waiting;
    if (!next) {
      this.#running -= 1;
      return;
    }
    const [asker, [enter, ...others]] = next;
    this.#waiting.delete(asker);
    // Behind all others who wait.
    if (others.length > 0) this.#waiting.set(asker, others);
    enter?.();
  }
}
