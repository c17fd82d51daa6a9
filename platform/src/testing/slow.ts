/** Limit of every wait in a test, in ms. A late event fails nothing: a loaded machine takes several times as long as a quiet one. */
export const WAIT_LIMIT_MS = 90_000;

/** For `vi.waitFor` and `expect.poll`. */
export const SLOW = { timeout: WAIT_LIMIT_MS, interval: 20 };
