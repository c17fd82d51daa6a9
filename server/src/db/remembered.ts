interface Entry<Value> {
  readonly value: Promise<Value>;
  /** Once it is there. */
  made?: Value;
  keptUntil: number;
}

/** Results that take long, kept for a moment and made once for all who ask at the same time. */
export class Remembered<Value> {
  readonly #entries = new Map<string, Entry<Value>>();
  readonly #maxAgeMs: number;
  readonly #staleMs: number;
  readonly #maxEntries: number;
  readonly #isWorthIt: (value: Value) => boolean;

  constructor(options: {
    readonly maxAgeMs: number;
    /** How long after that the old one is still given to the first asker while a new one is made; 0 by default. */
    readonly staleMs?: number;
    readonly maxEntries: number;
    /** What is cheap to make is not kept, so that it is always as it is now. */
    readonly isWorthIt: (value: Value) => boolean;
  }) {
    this.#maxAgeMs = options.maxAgeMs;
    this.#staleMs = options.staleMs ?? 0;
    this.#maxEntries = options.maxEntries;
    this.#isWorthIt = options.isWorthIt;
  }

  get(key: string, make: () => Promise<Value>): Promise<Value> {
    const there = this.#entries.get(key);
    const now = performance.now();
    if (there && now < there.keptUntil) return there.value;
    const value = make();
    if (there && now < there.keptUntil + this.#staleMs) {
      // Until the new one is there; where it fails, the next who asks tries again.
      there.keptUntil = Number.POSITIVE_INFINITY;
      value.then(
        () => this.#keep(key, value),
        () => this.#forget(key, there),
      );
      return there.value;
    }
    this.#keep(key, value);
    return value;
  }

  /** What `get` would give at once. */
  peek(key: string): Value | undefined {
    const there = this.#entries.get(key);
    return there && performance.now() < there.keptUntil ? there.made : undefined;
  }

  #keep(key: string, value: Promise<Value>): void {
    const entry: Entry<Value> = { value, keptUntil: Number.POSITIVE_INFINITY };
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#maxEntries) break;
      this.#entries.delete(oldest);
    }
    value.then(
      (made) => {
        entry.made = made;
        if (this.#isWorthIt(made)) entry.keptUntil = performance.now() + this.#maxAgeMs;
        else this.#forget(key, entry);
      },
      () => this.#forget(key, entry),
    );
  }

  #forget(key: string, entry: object): void {
    if (this.#entries.get(key) === entry) this.#entries.delete(key);
  }

  /** What is being made may have begun before the change: no one else gets it either. */
  clear(): void {
    this.#entries.clear();
  }
}
