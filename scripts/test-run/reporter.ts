import { writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Reporter, SerializedError, TestCase, TestModule, TestSuite, Vitest } from 'vitest/node';
import { endEarly, REPORT_FOLDER } from './early-end.ts';
import type { FileReport, Report } from './report.ts';

/** The file in the folder of the report. */
export const REPORT_FILE = 'report.json';
/** Set by the runner: a run with this many failures is stopped. */
export const FAILURE_LIMIT = 'HIBIKI_TEST_FAILURE_LIMIT';

const textOf = ({ stack, name, message }: SerializedError): string => {
  // The stack begins with name and message, but for those of some libraries.
  const title = `${name ?? 'Error'}: ${message}`;
  if (!stack) return title;
  return stack.includes(message) ? stack : `${title}\n${stack}`;
};

const titlesOf = (test: TestCase | TestSuite): string[] =>
  test.parent.type === 'module' ? [test.name] : [...titlesOf(test.parent), test.name];

/** What the pages of a browser test showed (`e2e/support/open-pages.ts`). */
const screensOf = (meta: object): string =>
  'screens' in meta && typeof meta.screens === 'string' ? meta.screens : '';

const reportTest = (test: TestCase): FileReport['tests'][number] => {
  const { state, errors = [] } = test.result();
  return {
    titles: titlesOf(test),
    state: state === 'pending' ? 'skipped' : state,
    seconds: (test.diagnostic()?.duration ?? 0) / 1000,
    message:
      state === 'failed' ? [...errors.map(textOf), screensOf(test.meta())].filter(Boolean).join('\n') : '',
  };
};

/** Writes the report that the runner reads, and stops a run in which too much has failed. */
export default class RunReporter implements Reporter {
  #vitest: Vitest | undefined;
  #failures = 0;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestCaseResult(test: TestCase): void {
    if (test.result().state === 'failed') this.#count();
  }

  onTestSuiteResult(suite: TestSuite): void {
    if (suite.errors().length > 0) this.#count();
  }

  #count(): void {
    this.#failures += 1;
    if (this.#vitest && this.#failures === Number(process.env[FAILURE_LIMIT])) {
      endEarly(this.#vitest, `${this.#failures} tests have failed.`);
    }
  }

  async onTestRunEnd(
    modules: readonly TestModule[],
    unhandled: readonly SerializedError[],
    reason: 'passed' | 'interrupted' | 'failed',
  ): Promise<void> {
    const folder = process.env[REPORT_FOLDER];
    const vitest = this.#vitest;
    if (!folder || !vitest) return;
    const errorsAt = (path: string) =>
      unhandled.filter((error) => error.VITEST_TEST_PATH === path).map(textOf);
    const files = modules.map((module): FileReport => {
      const errors = [module, ...module.children.allSuites()].flatMap((suite) => suite.errors()).map(textOf);
      errors.push(...errorsAt(module.moduleId));
      const isOver = ['passed', 'failed', 'skipped'].includes(module.state());
      if (!isOver && reason !== 'interrupted') errors.push('Its worker ended before its tests did.');
      return {
        project: module.project.name,
        path: relative(vitest.config.root, module.moduleId),
        seconds: module.diagnostic().duration / 1000,
        tests: [...module.children.allTests()].map(reportTest),
        errors,
      };
    });
    const known = new Set(modules.map(({ moduleId }) => moduleId));
    const report: Report = {
      files,
      errors: unhandled.filter((error) => !known.has(String(error.VITEST_TEST_PATH))).map(textOf),
    };
    await writeFile(join(folder, REPORT_FILE), JSON.stringify(report));
  }
}
