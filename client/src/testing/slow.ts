/** For `vi.waitFor`: what comes at all comes within this, also on a loaded machine. */
export const SLOW = { timeout: 60_000, interval: 20 };
