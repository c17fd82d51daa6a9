/** The signal of the test that runs now: aborted when it runs out of time, or when the run is stopped. */
let running: AbortSignal | undefined;

export const enterTest = (signal: AbortSignal): void => {
  running = signal;
};

export const leaveTest = (): void => {
  running = undefined;
};

/** Undefined outside of tests: in hooks, and in benchmarks. */
export const signalOfTest = (): AbortSignal | undefined => running;
