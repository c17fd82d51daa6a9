import { afterAll, vi } from 'vitest';

/** Files that run one after the other share their modules and globals: what one has replaced is put back for the next. */
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
