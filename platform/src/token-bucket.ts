/** Tokens at once, and the time after which there is one more. */
export interface Rate {
  readonly burst: number;
  /** In milliseconds. */
  readonly refillMs: number;
}

/**
 * The shortest `retryAfterMs` of a refusal. Sockets of one account wait for the same next token: told of that alone, they would ask
 * in vain, and be cut off for it (SPEC.md, W7), although each of them waits as it is told.
 */
export const LEAST_WAIT_MS = 1_000;

/** Lets `burst` through at once, and one more each `refillMs`. Times are milliseconds of any steady clock. */
export class TokenBucket {
  readonly #rate: Rate;
  #tokens: number;
  #filledAtMs: number;

  constructor(rate: Rate, nowMs: number) {
    this.#rate = rate;
    this.#tokens = rate.burst;
    this.#filledAtMs = nowMs;
  }

  /** Takes tokens; false, and takes none, where fewer are left. */
  take(nowMs: number, tokens = 1): boolean {
    if (this.waitMs(nowMs, tokens) > 0) return false;
    this.#tokens -= tokens;
    return true;
  }

  /** Whole milliseconds until so many tokens are there; 0: they are. */
  waitMs(nowMs: number, tokens = 1): number {
    this.#fill(nowMs);
    return Math.max(0, Math.ceil((tokens - this.#tokens) * this.#rate.refillMs));
  }

  /** As good as new. */
  isFull(nowMs: number): boolean {
    this.#fill(nowMs);
    return this.#tokens >= this.#rate.burst;
  }

  #fill(nowMs: number): void {
    const refilled = (nowMs - this.#filledAtMs) / this.#rate.refillMs;
    this.#tokens = Math.min(this.#rate.burst, this.#tokens + refilled);
    this.#filledAtMs = nowMs;
  }
}
