import { AppError } from '#protocol/app-error.ts';

/** Messages at once, and the time after which there is one more. */
export interface Rate {
  readonly burst: number;
  readonly refillMs: number;
}

interface Bucket {
  readonly rate: Rate;
  tokens: number;
  filledAtMs: number;
}

/** Buckets after which those that have filled up again are forgotten. */
const PRUNE_ABOVE = 200;

/** Token buckets by name. A message takes one token of each bucket that is named, or none at all. */
export class MessageRate {
  readonly #buckets = new Map<string, Bucket>();

  get size(): number {
    return this.#buckets.size;
  }

  /** @throws `too-many-requests` */
  take(limits: ReadonlyMap<string, Rate>): void {
    const nowMs = performance.now();
    const buckets = [...limits].map(([name, rate]) => this.#filled(name, rate, nowMs));
    const waits = buckets.map(({ tokens, rate }) => Math.ceil((1 - tokens) * rate.refillMs));
    const retryAfterMs = Math.max(...waits);
    if (retryAfterMs > 0) throw new AppError('too-many-requests', { retryAfterMs });
    for (const bucket of buckets) bucket.tokens -= 1;
  }

  #filled(name: string, rate: Rate, nowMs: number): Bucket {
    if (!this.#buckets.has(name) && this.#buckets.size >= PRUNE_ABOVE) this.#prune(nowMs);
    const bucket = this.#buckets.get(name) ?? { rate, tokens: rate.burst, filledAtMs: nowMs };
    this.#buckets.set(name, bucket);
    bucket.tokens = Math.min(rate.burst, bucket.tokens + (nowMs - bucket.filledAtMs) / rate.refillMs);
    bucket.filledAtMs = nowMs;
    return bucket;
  }

  #prune(nowMs: number): void {
    for (const [name, { rate, tokens, filledAtMs }] of this.#buckets) {
      if (tokens + (nowMs - filledAtMs) / rate.refillMs >= rate.burst) this.#buckets.delete(name);
    }
  }
}
