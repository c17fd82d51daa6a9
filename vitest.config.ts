import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig, type TestUserConfig } from 'vitest/config';
import { TEST_LIMIT_MS } from './e2e/support/limits.ts';
import { WAIT_LIMIT_MS } from './platform/src/testing/slow.ts';
import LongestFirst from './scripts/test-run/longest-first.ts';

const BROWSER_TESTS = {
  environment: 'node',
  globalSetup: ['e2e/support/shared-system.ts'],
  // Files that run one after the other share a browser (e2e/support/browser-pool.ts).
  isolate: false,
  testTimeout: TEST_LIMIT_MS,
  hookTimeout: TEST_LIMIT_MS,
  expect: { poll: { timeout: WAIT_LIMIT_MS, interval: 100 } },
} satisfies TestUserConfig;

/** `unit`: beside the code, in parallel. `e2e`: the whole system in real browsers. */
export default defineConfig({
  test: {
    // Most tests wait for something most of the time.
    maxWorkers: 3 * availableParallelism(),
    // What was found is in the message, which is all that is kept of some runs.
    chaiConfig: { truncateThreshold: 0 },
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          // Of all files alike, since those of a worker share what they import: one with a mock of its own would change the next ones.
          alias: {
            '@lingui/core/macro': join(import.meta.dirname, 'client/src/testing/core-macro.ts'),
            '@lingui/react/macro': join(import.meta.dirname, 'client/src/testing/react-macro.ts'),
          },
          include: ['{protocol,platform,migrations,server,sfu,client,scripts,bench,e2e}/**/*.test.{ts,tsx}'],
          globalSetup: ['scripts/test-set-up.ts'],
          // Files in the same worker share their imports: importing the server takes longer than most tests.
          isolate: false,
          setupFiles: ['scripts/test-clean-up.ts'],
          // Real databases, workers and child processes, on machines with two cores.
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          ...BROWSER_TESTS,
          name: 'e2e',
          include: ['e2e/**/*.e2e.ts'],
          // They wait for servers and for each other: with one worker a processor, a fifth of the time of the processors is unused.
          maxWorkers: Math.ceil(1.5 * availableParallelism()),
        },
      },
    ],
  },
});
