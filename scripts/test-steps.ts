import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildClientIfStale } from './client-build.ts';
import { packageFile, ROOT } from './paths.ts';
import { tryCommand } from './run-command.ts';
import { describeError } from './set-up-error.ts';
import { type Failure, NO_TESTS, readTestReport, type TestCounts } from './test-report.ts';

export interface StepContext {
  /** With `MEDIASOUP_WORKER_BIN` and `CHROMIUM_BIN` set. */
  readonly environment: NodeJS.ProcessEnv;
  /** What the caller gave after the step's name: patterns and options for vitest. */
  readonly args: readonly string[];
  readonly signal: AbortSignal;
}

export interface StepResult {
  readonly isOk: boolean;
  readonly counts: TestCounts;
  /** Said again at the very end, where they are found without a search. */
  readonly failures: readonly Failure[];
  /** Shown if it failed; what writes to the terminal itself has none. */
  readonly output: string;
}

export interface Step {
  readonly name: string;
  readonly title: string;
  /** Steps that may run beside each other; the others run alone. */
  readonly isQuiet: boolean;
  readonly needsWorker: boolean;
  readonly needsBrowser: boolean;
  /** Debian's packages. */
  readonly packages: readonly string[];
  readonly run: (context: StepContext) => Promise<StepResult>;
}

const NODE = process.execPath;
const TSC = packageFile('typescript/bin/tsc');

/** Succeeds if all of the commands do; they run at once. */
const commands =
  (...all: readonly (readonly [string, ...string[]])[]): Step['run'] =>
  async ({ environment, signal }) => {
    const results = await Promise.all(
      all.map(([command, ...args]) => tryCommand(command, args, { cwd: ROOT, environment, signal })),
    );
    return {
      isOk: results.every(({ code }) => code === 0),
      counts: NO_TESTS,
      failures: [],
      output: results
        .filter(({ code }) => code !== 0)
        .map(({ output }) => output.trimEnd())
        .join('\n'),
    };
  };

const vitest =
  (project: string, ...options: readonly string[]): Step['run'] =>
  async ({ environment, args, signal }) => {
    const folder = await mkdtemp(join(tmpdir(), 'hibiki-test-report-'));
    try {
      const report = join(folder, 'report.json');
      const { promise, resolve, reject } = Promise.withResolvers<number | null>();
      const child = spawn(
        NODE,
        [
          packageFile('vitest/vitest.mjs'),
          'run',
          `--project=${project}`,
          ...options,
          '--reporter=default',
          '--reporter=json',
          `--outputFile.json=${report}`,
          ...args,
        ],
        { cwd: ROOT, env: environment, stdio: 'inherit', signal },
      );
      child.once('error', reject);
      child.once('close', resolve);
      const code = await promise;
      const { counts, failures } = await readTestReport(report);
      const isEmpty = counts.passed + counts.failed === 0;
      return { isOk: code === 0 && !isEmpty, counts, failures, output: isEmpty ? 'No test was run.' : '' };
    } catch (error) {
      return {
        isOk: false,
        counts: NO_TESTS,
        failures: [],
        output: `vitest did not run: ${describeError(error)}`,
      };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };

const NOTHING_NEEDED = { needsWorker: false, needsBrowser: false, packages: [] };

const UNIT: Step = {
  name: 'unit',
  title: 'Unit and integration tests',
  isQuiet: false,
  needsWorker: true,
  needsBrowser: false,
  packages: ['coturn', 'nats-server'],
  run: vitest('unit'),
};

/** Steps that look at the code without running it. */
const STATIC_STEPS: readonly Step[] = [
  {
    name: 'lint',
    title: 'Format, lint, import rules',
    isQuiet: true,
    ...NOTHING_NEEDED,
    run: commands([NODE, packageFile('@biomejs/biome/bin/biome'), 'check', '.']),
  },
  {
    name: 'types',
    title: 'Types',
    isQuiet: true,
    ...NOTHING_NEEDED,
    run: commands(
      [NODE, TSC, '-p', '.'],
      [NODE, TSC, '-p', 'client'],
      [NODE, TSC, '-p', 'client/service-worker'],
      [NODE, TSC, '-p', 'e2e'],
    ),
  },
  {
    name: 'unused',
    title: 'Unused code and packages',
    isQuiet: true,
    ...NOTHING_NEEDED,
    run: commands([NODE, packageFile('knip/bin/knip.js')]),
  },
];

/** All that `npm test` does, in its order. */
export const STEPS: readonly Step[] = [
  ...STATIC_STEPS,
  {
    name: 'build',
    title: 'Client build and its weight',
    isQuiet: false,
    ...NOTHING_NEEDED,
    run: async (context) => {
      await buildClientIfStale(context.signal);
      return commands([NODE, join(ROOT, 'client/size-report.ts')])(context);
    },
  },
  UNIT,
  {
    name: 'e2e',
    title: 'Browser tests',
    isQuiet: false,
    needsWorker: true,
    needsBrowser: true,
    packages: ['coturn', 'firefox-esr', 'fonts-noto-cjk'],
    run: vitest('e2e'),
  },
];

/** `npm test -- quick`: what takes less than three minutes. A file of tests that takes five seconds or more is named `*.slow.test.ts`. */
export const QUICK_STEPS: readonly Step[] = [
  ...STATIC_STEPS,
  { ...UNIT, title: 'Quick tests', run: vitest('unit', '--exclude=**/*.slow.test.ts') },
];
