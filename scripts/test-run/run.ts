import { describeError } from '#scripts/set-up-error.ts';
import { addCounts, type Failure, NO_TESTS, type TestCounts } from './report.ts';
import { type Flaky, lookAgain } from './second-look.ts';
import type { Step, StepContext, StepResult } from './steps.ts';

/** So many failures in the first look end the run: it is broken, not unlucky. */
const FAILURE_LIMIT = 15;
/** More tests than this that pass only when they are looked at again fail the run. */
export const FLAKY_LIMIT = 8;

export interface Outcome extends StepResult {
  readonly step: Step;
  readonly seconds: number;
}

export interface RunResult {
  readonly isOk: boolean;
  readonly outcomes: readonly Outcome[];
  readonly counts: TestCounts;
  readonly failed: readonly Failure[];
  readonly flaky: readonly Flaky[];
  /** What ended the run before its end; empty if nothing did. */
  readonly trouble: readonly string[];
  readonly seconds: number;
}

export interface RunOptions extends Omit<StepContext, 'failureLimit'> {
  /** Where vitest's configuration is. */
  readonly root: string;
  readonly onOutcome: (outcome: Outcome) => void;
}

const secondsSince = (begun: number): number => (performance.now() - begun) / 1000;

async function runStep(step: Step, context: StepContext, { onOutcome }: RunOptions): Promise<Outcome> {
  const begun = performance.now();
  const result = await step.run(context).catch((error): StepResult => {
    context.signal.throwIfAborted();
    return { counts: NO_TESTS, failures: [], trouble: [describeError(error)], files: [] };
  });
  const outcome = { ...result, step, seconds: secondsSince(begun) };
  onOutcome(outcome);
  return outcome;
}

/**
 * Runs the steps: the quiet ones at once, then the others one after the other, until one of them meets trouble. Tests that
 * failed are looked at again at the end.
 */
export async function runSteps(steps: readonly Step[], options: RunOptions): Promise<RunResult> {
  const begun = performance.now();
  const context = { ...options, failureLimit: FAILURE_LIMIT };
  const outcomes = await Promise.all(
    steps.filter(({ isQuiet }) => isQuiet).map((step) => runStep(step, context, options)),
  );
  const trouble = () => outcomes.flatMap((outcome) => outcome.trouble);
  const failures = () => outcomes.flatMap((outcome) => outcome.failures);
  for (const step of steps.filter(({ isQuiet }) => !isQuiet)) {
    if (trouble().length > 0) break;
    const failureLimit = FAILURE_LIMIT - failures().length;
    outcomes.push(await runStep(step, { ...context, failureLimit }, options));
  }
  const { flaky, failed } =
    trouble().length > 0 ? { flaky: [], failed: failures() } : await lookAgain(failures(), options);
  const first = outcomes.map((outcome) => outcome.counts).reduce(addCounts, NO_TESTS);
  const passedNow = flaky.reduce((sum, { passed }) => sum + passed, 0);
  return {
    isOk: trouble().length === 0 && failed.length === 0 && flaky.length <= FLAKY_LIMIT,
    outcomes,
    counts: { ...first, passed: first.passed + passedNow, failed: failed.length },
    failed,
    flaky,
    trouble: trouble(),
    seconds: secondsSince(begun),
  };
}
