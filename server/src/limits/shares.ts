interface Waiting {
  readonly of: string;
  readonly enter: () => void;
}

/** Counts what is in progress for each of many, so that none of them takes all places. */
export class Shares {
  readonly #most: number;
  readonly #taken = new Map<string, number>();
  /** In the order in which they came. */
  readonly #waiting = new Set<Waiting>();

  /** @param most places that one of them takes at the same time */
  constructor(most: number) {
    this.#most = most;
  }

  /** Those that have all their places. */
  get full(): string[] {
    return [...this.#taken].filter(([, taken]) => taken >= this.#most).map(([of]) => of);
  }

  /** Takes a place, also beyond the maximum. */
  take(of: string): void {
    this.#taken.set(of, (this.#taken.get(of) ?? 0) + 1);
  }

  /** Takes a place as soon as one is free; returns false if none is in time. */
  async takeFree(of: string, waitAtMostMs: number): Promise<boolean> {
    if ((this.#taken.get(of) ?? 0) < this.#most) {
      this.take(of);
      return true;
    }
    return await new Promise((resolve) => {
      const waiting = {
        of,
        enter: () => {
          clearTimeout(timer);
          resolve(true);
        },
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(waiting);
        resolve(false);
      }, waitAtMostMs);
      this.#waiting.add(waiting);
    });
  }

  giveBack(of: string): void {
    const next = [...this.#waiting].find((waiting) => waiting.of === of);
    if (next) {
      // The place is handed on.
      this.#waiting.delete(next);
      next.enter();
      return;
    }
    const left = (this.#taken.get(of) ?? 0) - 1;
    if (left > 0) this.#taken.set(of, left);
    else this.#taken.delete(of);
  }
}
