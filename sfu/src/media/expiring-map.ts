/** A map that forgets each entry a fixed time after it was set. */
export class ExpiringMap<Key, Value> {
  readonly #keptMs: number;
  readonly #entries = new Map<Key, { readonly value: Value; readonly timer: NodeJS.Timeout }>();

  constructor(keptMs: number) {
    this.#keptMs = keptMs;
  }

  get(key: Key): Value | undefined {
    return this.#entries.get(key)?.value;
  }

  set(key: Key, value: Value): void {
    this.delete(key);
    const timer = setTimeout(() => this.#entries.delete(key), this.#keptMs);
    this.#entries.set(key, { value, timer });
  }

  delete(key: Key): void {
    clearTimeout(this.#entries.get(key)?.timer);
    this.#entries.delete(key);
  }

  clear(): void {
    for (const key of [...this.#entries.keys()]) this.delete(key);
  }
}
