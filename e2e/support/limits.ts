/** Limit of all steps of one browser test together, in ms. Every wait in it has `WAIT_LIMIT_MS` (platform/src/testing/slow.ts). */
export const TEST_LIMIT_MS = 400_000;

/** Limit of an attempt that may fail, in ms: to leave a page that may have crashed, to press what may be gone. */
export const ATTEMPT_LIMIT_MS = 10_000;
