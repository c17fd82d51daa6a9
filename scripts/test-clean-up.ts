import { afterAll, vi } from 'vitest';

/** Test files in the same worker share modules and globals. This restores what a file has replaced before the next one runs. */
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
