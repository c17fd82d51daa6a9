/**
 * How long a browser test waits for what should happen soon, in ms. What is late fails nothing: a loaded machine takes
 * several times as long as a quiet one, and speed is measured in benchmarks.
 */
export const WAIT_LIMIT_MS = 90_000;

/** For all steps of one test together, in ms. */
export const TEST_LIMIT_MS = 400_000;
