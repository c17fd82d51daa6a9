import { join } from 'node:path';
import { buildClientIfStale } from '#scripts/client-build.ts';
import { packageFile, ROOT } from '#scripts/paths.ts';
import { tryCommand } from '#scripts/run-command.ts';
import { countsOf, type Failure, type FileReport, failuresOf, NO_TESTS, type TestCounts } from './report.ts';
import { runVitest } from './vitest.ts';

export interface StepContext {
  /** With `MEDIASOUP_WORKER_BIN` and `CHROMIUM_BIN` set. */
  readonly environment: NodeJS.ProcessEnv;
  /** What the caller gave after the step's name: patterns and options for vitest. */
  readonly args: readonly string[];
  readonly signal: AbortSignal;
  /** Failures that are still allowed before the run ends. */
  readonly failureLimit: number;
  /** Tests write nothing to the terminal; false by default. */
  readonly isSilent?: boolean;
}

export interface StepResult {
  readonly counts: TestCounts;
  /** Failed tests, which get a second look. */
  readonly failures: readonly Failure[];
  /** What else has failed: after it the run ends. */
  readonly trouble: readonly string[];
  readonly files: readonly FileReport[];
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
      counts: NO_TESTS,
      failures: [],
      trouble: results.filter(({ code }) => code !== 0).map(({ output }) => output.trimEnd()),
      files: [],
    };
  };

/** Runs the tests of a vitest project. @param root of vitest's configuration */
export const vitestStep =
  (root: string, project: string, ...options: readonly string[]): Step['run'] =>
  async ({ args, ...context }) => {
    const { code, report, earlyEnd } = await runVitest({
      ...context,
      root,
      args: [`--project=${project}`, ...options, ...args],
    });
    const counts = countsOf(report);
    const failures = failuresOf(report);
    const trouble = [...report.errors];
    if (earlyEnd !== undefined) trouble.push(earlyEnd);
    else if (counts.passed + counts.failed === 0) trouble.push('No test was run.');
    if (code !== 0 && failures.length + trouble.length === 0) {
      trouble.push(`vitest ended with ${code ?? 'a signal'}.`);
    }
    return { counts, failures, trouble, files: report.files };
  };

const NOTHING_NEEDED = { needsWorker: false, needsBrowser: false, packages: [] };

const UNIT: Step = {
  name: 'unit',
  title: 'Unit and integration tests',
  isQuiet: false,
  needsWorker: true,
  needsBrowser: false,
  packages: ['coturn', 'ffmpeg', 'nats-server', 'pgbouncer'],
  run: vitestStep(ROOT, 'unit'),
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
    packages: ['coturn', 'ffmpeg', 'firefox-esr', 'fonts-noto-cjk', 'haproxy', 'nftables'],
    run: vitestStep(ROOT, 'e2e'),
  },
];

/** `npm test -- quick`: what takes less than three minutes. A file of tests that takes five seconds or more is named `*.slow.test.ts`. */
export const QUICK_STEPS: readonly Step[] = [
  ...STATIC_STEPS,
  { ...UNIT, title: 'Quick tests', run: vitestStep(ROOT, 'unit', '--exclude=**/*.slow.test.ts') },
];
