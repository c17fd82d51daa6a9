import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium, findHeadlessShell, missingBrowserPackages } from './chromium.ts';
import { obtainMediaWorker } from './media-worker.ts';
import { ROOT } from './paths.ts';
import { SetUpError } from './set-up-error.ts';
import { runUntilStopped } from './stop-signal.ts';
import { ensureSystemPackages } from './system-packages.ts';
import { clearResults, keepLastRun, writeFlaky } from './test-run/last-run.ts';
import { type Outcome, runSteps } from './test-run/run.ts';
import { QUICK_STEPS, STEPS, type Step } from './test-run/steps.ts';
import { describeOutcome, describeRun } from './test-run/summary.ts';

/** Node's own default. */
const NODE_COMPILE_CACHE = join(tmpdir(), 'node-compile-cache');
/** As a shell says of a process that Ctrl-C ended. */
const INTERRUPTED_CODE = 130;
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

const show = (outcome: Outcome): void => {
  console.log(describeOutcome(outcome));
  for (const text of outcome.trouble) console.log(`${text}\n`);
};

async function runTests(signal: AbortSignal): Promise<void> {
  const { steps, args } = chooseSteps(process.argv.slice(2));
  const environment = await setUp(steps, signal);
  await clearResults();
  const result = await runSteps(steps, { root: ROOT, environment, args, signal, onOutcome: show });
  await writeFlaky(result);
  if (steps === STEPS) await keepLastRun(result);
  console.log(describeRun(result));
  if (!result.isOk) process.exitCode = 1;
}

await runUntilStopped(runTests, { stoppedCode: INTERRUPTED_CODE });
