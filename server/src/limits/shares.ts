/** Counts what is in progress for each of many, so that none of them takes all places. */
export class Shares {
  readonly #most: number;
  readonly #mostWaiting: number;
  readonly #taken = new Map<string, number>();
  /** Of each that has all its places, in the order in which they came. */
  readonly #waiting = new Map<string, Set<() => void>>();

  /**
   * @param most places that one of them takes at the same time
   * @param mostWaiting how many of one wait for a place
   */
  constructor(most: number, mostWaiting = Number.POSITIVE_INFINITY) {
    this.#most = most;
    this.#mostWaiting = mostWaiting;
  }

  /** Those that have all their places. */
  get full(): string[] {
    return [...this.#taken].filter(([, taken]) => taken >= this.#most).map(([of]) => of);
  }

  /** Takes a place, also beyond the maximum. */
  take(of: string): void {
    this.#taken.set(of, (this.#taken.get(of) ?? 0) + 1);
  }

  /** Takes a place as soon as one is free; returns false if none is in time, or too many wait already. */
  async takeFree(of: string, waitAtMostMs: number): Promise<boolean> {
    if ((this.#taken.get(of) ?? 0) < this.#most) {
      this.take(of);
      return true;
    }
    const waiting = this.#waiting.get(of) ?? new Set();
    if (waiting.size >= this.#mostWaiting) return false;
    this.#waiting.set(of, waiting);
    return await new Promise((resolve) => {
      const enter = () => {
        clearTimeout(timer);
        resolve(true);
      };
      const timer = setTimeout(() => {
        this.#leave(of, enter);
        resolve(false);
      }, waitAtMostMs);
      waiting.add(enter);
    });
  }

  giveBack(of: string): void {
    const [next] = this.#waiting.get(of) ?? [];
    if (next) {
      // The place is handed on.
      this.#leave(of, next);
      next();
      return;
    }
    const left = (this.#taken.get(of) ?? 0) - 1;
    if (left > 0) this.#taken.set(of, left);
    else this.#taken.delete(of);
  }

  #leave(of: string, enter: () => void): void {
    const waiting = this.#waiting.get(of);
    waiting?.delete(enter);
    if (waiting?.size === 0) this.#waiting.delete(of);
  }
}
