/** A call ends this long after the microphone could not be obtained (specification M3). */
const MICROPHONE_MISSING_MS = 30_000;

export interface MicrophoneCountdown {
  /** What is known now: whether the call needs a microphone, and whether there is one; null: not yet. */
  see(needed: boolean, present: boolean | null): void;
  close(): void;
}

/** A call without a microphone ends by itself; getting one stops the countdown. */
export function createMicrophoneCountdown(
  onDeadline: (deadline: number | null) => void,
  onOver: () => void,
): MicrophoneCountdown {
  let timer: ReturnType<typeof setTimeout> | null = null;
  const stop = () => {
    if (timer === null) return;
    clearTimeout(timer);
    timer = null;
    onDeadline(null);
  };
  return {
    see(needed, present) {
      if (needed && present === false && timer === null) {
        timer = setTimeout(onOver, MICROPHONE_MISSING_MS);
        onDeadline(Date.now() + MICROPHONE_MISSING_MS);
      } else if (!needed || present) {
        stop();
      }
    },
    close: stop,
  };
}
