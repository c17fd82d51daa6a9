import { type Rate, TokenBucket } from './token-bucket.ts';

/** What one event takes from one bucket. */
export interface Draw<Limit extends string> {
  /** The name of the limit. */
  readonly limit: Limit;
  /** Whose bucket: each has one for each limit. */
  readonly of: string;
  readonly rate: Rate;
  /** 1 by default. */
  readonly tokens?: number;
}

export interface Refused<Limit extends string> {
  readonly limit: Limit;
  /** Whole milliseconds until the same would be let through. */
  readonly waitMs: number;
}

/** Maximum number of buckets; beyond it those used longest ago are forgotten. */
const DEFAULT_MOST = 1_000;

/** Token buckets in memory. An event takes tokens of each bucket that it draws from, or of none. */
export class TokenBuckets<Limit extends string> {
  /** The bucket used longest ago is the first. */
  readonly #buckets = new Map<string, TokenBucket>();
  readonly #most: number;

  /** @param most maximum number of buckets; 1,000 by default */
  constructor(most = DEFAULT_MOST) {
    this.#most = most;
  }

  get size(): number {
    return this.#buckets.size;
  }

  /** Null: let through. Otherwise the limit with the longest wait, and nothing was taken. */
  take(draws: readonly Draw<Limit>[]): Refused<Limit> | null {
    const nowMs = performance.now();
    if (draws.map((draw) => this.#touch(draw)).includes(false)) this.#makeRoom(draws.length, nowMs);
    const drawn = draws.map((draw) => ({ draw, bucket: this.#bucket(draw, nowMs) }));
    let refused: Refused<Limit> | null = null;
    for (const { draw, bucket } of drawn) {
      const waitMs = bucket.waitMs(nowMs, draw.tokens);
      if (waitMs > (refused?.waitMs ?? 0)) refused = { limit: draw.limit, waitMs };
    }
    if (refused) return refused;
    for (const { draw, bucket } of drawn) bucket.take(nowMs, draw.tokens);
    return null;
  }

  /** Makes a bucket the last to be forgotten. False: there is none yet. */
  #touch(draw: Draw<Limit>): boolean {
    const key = keyOf(draw);
    const bucket = this.#buckets.get(key);
    if (!bucket) return false;
    this.#buckets.delete(key);
    this.#buckets.set(key, bucket);
    return true;
  }

  #bucket(draw: Draw<Limit>, nowMs: number): TokenBucket {
    const key = keyOf(draw);
    const bucket = this.#buckets.get(key) ?? new TokenBucket(draw.rate, nowMs);
    this.#buckets.set(key, bucket);
    return bucket;
  }

  /** Forgets full buckets, which are as good as new ones, up to the first that is not, and the oldest where too many are left. */
  #makeRoom(added: number, nowMs: number): void {
    for (const [key, bucket] of this.#buckets) {
      if (this.#buckets.size + added <= this.#most && !bucket.isFull(nowMs)) return;
      this.#buckets.delete(key);
    }
  }
}

const keyOf = ({ limit, of }: Draw<string>): string => `${limit} ${of}`;
