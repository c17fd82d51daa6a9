import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import SlowFirst from './scripts/slow-first.ts';

/** `unit`: beside the code, in parallel. `e2e`: the whole system in real browsers. */
export default defineConfig({
  test: {
    // Most tests wait for something most of the time.
    maxWorkers: 3 * availableParallelism(),
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: ['{protocol,platform,migrations,server,sfu,client,scripts,bench}/**/*.test.{ts,tsx}'],
          globalSetup: ['scripts/test-set-up.ts'],
          // Real databases, workers and child processes, on machines with two cores.
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e',
          environment: 'node',
          include: ['e2e/**/*.e2e.ts'],
          globalSetup: ['e2e/support/shared-system.ts'],
          maxWorkers: availableParallelism(),
          // Files that run one after the other share a browser (e2e/support/browser-pool.ts).
          isolate: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // As long as `until` waits: a slow machine needs the room.
          expect: { poll: { timeout: 40_000, interval: 100 } },
        },
      },
    ],
  },
});
