import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium, findHeadlessShell, missingBrowserPackages } from './chromium.ts';
import { obtainMediaWorker } from './media-worker.ts';
import { describeError, SetUpError } from './set-up-error.ts';
import { runUntilStopped } from './stop-signal.ts';
import { ensureSystemPackages } from './system-packages.ts';
import { addCounts, NO_TESTS } from './test-report.ts';
import { QUICK_STEPS, STEPS, type Step, type StepContext, type StepResult } from './test-steps.ts';

/** Node's own default. */
const NODE_COMPILE_CACHE = join(tmpdir(), 'node-compile-cache');
/** As a shell says of a process that Ctrl-C ended. */
const INTERRUPTED_CODE = 130;
/** Of a failure, at the very end. */
const SUMMARY_LINES = 3;

interface Outcome extends StepResult {
  readonly step: Step;
  readonly seconds: number;
}

/** `npm test` runs all steps, `npm test -- quick` the quick ones, `npm test -- STEP [ARGUMENTS …]` one, with arguments for vitest. */
function chooseSteps([name, ...args]: readonly string[]): {
  steps: readonly Step[];
  args: readonly string[];
} {
  if (name === undefined) return { steps: STEPS, args: [] };
  if (name === 'quick') return { steps: QUICK_STEPS, args };
  const steps = STEPS.filter((step) => step.name === name);
  if (steps.length === 0) {
    throw new SetUpError(
      `There is no step '${name}'. Usage: npm test -- [quick | ${STEPS.map((step) => step.name).join(' | ')}] [pattern]`,
    );
  }
  return { steps, args };
}

async function setUp(steps: readonly Step[], signal: AbortSignal): Promise<NodeJS.ProcessEnv> {
  // Test runs start hundreds of processes that load the same modules.
  const environment: NodeJS.ProcessEnv = { NODE_COMPILE_CACHE, ...process.env };
  const needsBrowser = steps.some((step) => step.needsBrowser);
  const packages = steps.flatMap((step) => step.packages);
  if (needsBrowser) packages.push(...missingBrowserPackages(environment));
  if (packages.length > 0) await ensureSystemPackages(packages, 'for the tests');
  if (needsBrowser) {
    const chromium = findChromium(environment);
    if (!chromium) {
      throw new SetUpError('No Chromium was found after its installation; name one in CHROMIUM_BIN.');
    }
    environment.CHROMIUM_BIN = chromium;
    environment.CHROMIUM_SHELL_BIN = findHeadlessShell(environment);
  }
  if (steps.some((step) => step.needsWorker)) {
    environment.MEDIASOUP_WORKER_BIN = await obtainMediaWorker({ environment, signal });
  }
  return environment;
}

async function runStep(step: Step, context: StepContext): Promise<Outcome> {
  const begun = performance.now();
  const result = await step.run(context).catch((error): StepResult => {
    context.signal.throwIfAborted();
    return { isOk: false, counts: NO_TESTS, failures: [], output: describeError(error) };
  });
  const outcome = { ...result, step, seconds: (performance.now() - begun) / 1000 };
  console.log(describeOutcome(outcome));
  if (!result.isOk && result.output !== '') console.log(`${result.output}\n`);
  return outcome;
}

const describeOutcome = ({ step, isOk, seconds, counts: { passed, failed, skipped } }: Outcome): string => {
  const ran = passed + failed + skipped;
  const tests =
    ran === 0 ? '' : `  ${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`;
  return `${isOk ? 'ok    ' : 'FAILED'}  ${step.title.padEnd(28)} ${seconds.toFixed(1).padStart(6)} s${tests}`;
};

const firstLines = (message: string): string => message.split('\n').slice(0, SUMMARY_LINES).join('\n');

async function runTests(signal: AbortSignal): Promise<void> {
  const begun = performance.now();
  const { steps, args } = chooseSteps(process.argv.slice(2));
  const environment = await setUp(steps, signal);
  const context = { environment, args, signal };
  const outcomes = await Promise.all(
    steps.filter((step) => step.isQuiet).map((step) => runStep(step, context)),
  );
  for (const step of steps.filter(({ isQuiet }) => !isQuiet)) outcomes.push(await runStep(step, context));
  const counts = outcomes.map((outcome) => outcome.counts).reduce(addCounts, NO_TESTS);
  const failures = outcomes.flatMap((outcome) => outcome.failures);
  for (const { name, message } of failures) console.log(`\nFAILED  ${name}\n${message}`);
  if (outcomes.length > 1) console.log(`\n${outcomes.map(describeOutcome).join('\n')}`);
  // Where only the end of the output is kept, what failed is in it.
  for (const { name, message } of failures) console.log(`\nFAILED  ${name}\n${firstLines(message)}`);
  console.log(`\n${((performance.now() - begun) / 1000).toFixed(0)} s in all`);
  console.log(`${counts.passed} passed, ${counts.failed} failed`);
  if (!outcomes.every(({ isOk }) => isOk)) process.exitCode = 1;
}

await runUntilStopped(runTests, { stoppedCode: INTERRUPTED_CODE });
