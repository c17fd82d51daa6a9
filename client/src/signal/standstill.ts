/** A page that has not run for this long stood still: far longer than one is ever busy. */
const STANDSTILL_MS = 10_000;

/** Notices that the page has not run for a while, because the machine slept or the browser had frozen it. */
export interface Standstill {
  /** At least once a second while the page runs at all. */
  noteRunning(): void;
  /** Whether the page stood still since it was last asked. */
  take(): boolean;
}

export function createStandstill(now: () => number): Standstill {
  let lastRan = now();
  let stoodStill = false;
  const noteRunning = () => {
    if (now() - lastRan > STANDSTILL_MS) stoodStill = true;
    lastRan = now();
  };
  return {
    noteRunning,
    take() {
      noteRunning();
      const answer = stoodStill;
      stoodStill = false;
      return answer;
    },
  };
}
