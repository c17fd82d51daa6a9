/** What is read as a whole and tells when it has changed. Snapshots are immutable. */
export interface Observable<Value> {
  get(): Value;
  /** @returns what ends the subscription */
  subscribe(listener: () => void): () => void;
}

export interface Store<Value> extends Observable<Value> {
  set(value: Value): void;
}

/** A value with listeners; setting the same value again tells no one. */
export function createStore<Value>(initial: Value): Store<Value> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(value, next)) return;
      value = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
