/** Anyone who presses Escape or Enter sooner, or so soon after another key, means what was there before the ring. */
const MEANT_AFTER_MS = 1_000;

export interface PressedKey {
  readonly key: string;
  readonly repeat: boolean;
  readonly isComposing: boolean;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
}

/** Tells whether a key that was pressed while it rings is meant for the ring: someone may be typing just then. */
export interface AnswerKey {
  /** Enter answers. To be told of every key, so that the next one is not taken for an answer. */
  answers(key: PressedKey): boolean;
  /** Whether Escape declines. */
  declines(): boolean;
}

/** Begins with the ring. @param now milliseconds */
export function createAnswerKey(now: () => number = () => performance.now()): AnswerKey {
  const shownAt = now();
  let quietFrom = shownAt;
  return {
    answers(key) {
      const isCalm = now() - quietFrom >= MEANT_AFTER_MS;
      quietFrom = now();
      const isPlain = !key.ctrlKey && !key.altKey && !key.metaKey && !key.isComposing && !key.repeat;
      return isCalm && isPlain && key.key === 'Enter';
    },
    declines: () => now() - shownAt >= MEANT_AFTER_MS,
  };
}
