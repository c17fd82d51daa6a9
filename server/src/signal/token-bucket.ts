/** Lets `burst` through at once and `perSecond` after that. `now` is in milliseconds of any steady clock. */
export class TokenBucket {
  readonly #burst: number;
  readonly #perSecond: number;
  #tokens: number;
  #filledAt: number;

  constructor(options: { readonly burst: number; readonly perSecond: number; readonly now: number }) {
    this.#burst = options.burst;
    this.#perSecond = options.perSecond;
    this.#tokens = options.burst;
    this.#filledAt = options.now;
  }

  /** False: nothing is left. */
  take(now: number): boolean {
    this.#tokens = Math.min(this.#burst, this.#tokens + ((now - this.#filledAt) / 1000) * this.#perSecond);
    this.#filledAt = now;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }

  /** Milliseconds until the next one is there. */
  get waitMs(): number {
    return Math.ceil((Math.max(0, 1 - this.#tokens) / this.#perSecond) * 1000);
  }
}
