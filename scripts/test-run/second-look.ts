import { describeError } from '#scripts/set-up-error.ts';
import { type Failure, failuresOf, nameOf } from './report.ts';
import { runVitest, type VitestOptions, type VitestResult } from './vitest.ts';

/** A failure that did not come again. */
export interface Flaky extends Failure {
  /** Tests that have passed now: all of the file, if something outside of them had failed. */
  readonly passed: number;
}

export interface SecondLook {
  readonly flaky: readonly Flaky[];
  /** What has failed again. */
  readonly failed: readonly Failure[];
}

/** Between titles vitest writes a space; its reporters an arrow. */
const SEPARATOR = '( > | )';

const escapeTitle = (title: string): string => title.replaceAll(/[.*+?^${}()|[\]\\/-]/g, '\\$&');

const patternOf = (titles: readonly string[]): string => titles.map(escapeTitle).join(SEPARATOR);

/** A pattern for exactly these tests; undefined for all. */
const patternOfAll = (failures: readonly Failure[]): string | undefined => {
  const patterns = failures.map(({ titles }) => titles && patternOf(titles));
  if (patterns.some((pattern) => pattern === undefined)) return undefined;
  return `^(${patterns.join('|')})$`;
};

/** How many tests have passed now of what had failed; 0 if anything of it has failed again or did not run. */
const countPassed = ({ titles }: Failure, { code, report }: VitestResult): number => {
  const again = failuresOf(report);
  // What stopped vitest, or made it fail as a whole, may have hidden a failure.
  if (report.errors.length > 0 || (code !== 0 && again.length === 0)) return 0;
  const name = titles?.join('\0');
  const hasFailed = titles
    ? again.some((one) => !one.titles || one.titles.join('\0') === name)
    : again.length > 0;
  if (hasFailed) return 0;
  return report.files
    .flatMap(({ tests }) => tests)
    .filter((test) => test.state === 'passed' && (name === undefined || test.titles.join('\0') === name))
    .length;
};

/**
 * Runs exactly the tests that have failed once more: one file after the other, each in a vitest, a browser and a system of
 * its own. What cannot be looked at again stays failed.
 */
export async function lookAgain(
  failures: readonly Failure[],
  options: Omit<VitestOptions, 'args'>,
): Promise<SecondLook> {
  const flaky: Flaky[] = [];
  const failed: Failure[] = [];
  const byFile = Map.groupBy(failures, ({ project, path }) => `${project} ${path}`);
  for (const [file, ofFile] of byFile) {
    options.signal.throwIfAborted();
    const [first] = ofFile;
    if (!first) continue;
    if (!options.isSilent) console.log(`\nA second look at ${file}:\n${ofFile.map(nameOf).join('\n')}\n`);
    const pattern = patternOfAll(ofFile);
    const result = await runVitest({
      ...options,
      args: [
        `--project=${first.project}`,
        '--maxWorkers=1',
        ...(pattern === undefined ? [] : [`--testNamePattern=${pattern}`]),
        first.path,
      ],
    }).catch((error: unknown) => {
      options.signal.throwIfAborted();
      return describeError(error);
    });
    if (typeof result === 'string') {
      const reason = `The second look did not end: ${result}`;
      failed.push(...ofFile.map((failure) => ({ ...failure, message: `${failure.message}\n${reason}` })));
      continue;
    }
    for (const failure of ofFile) {
      const passed = countPassed(failure, result);
      if (passed > 0) flaky.push({ ...failure, passed });
      else failed.push(failure);
    }
  }
  return { flaky, failed };
}
