/** Choices of a fuzz test, the same for the same seed, so that a failure can be made to come again. */
export function randomChoices(seed: number) {
  const random = randomOf(seed);
  return {
    /** From 0, below 1. */
    random,
    chance: (probability: number): boolean => random() < probability,
    oneOf<Value>(values: readonly Value[]): Value {
      const value = values[Math.floor(random() * values.length)];
      if (value === undefined) throw new Error('nothing to choose from');
      return value;
    },
  };
}

/** mulberry32: small, even enough, and the same everywhere. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
