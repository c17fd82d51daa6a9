import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';

/** The part of vitest's JSON report that is read here. */
const Report = Compile(
  Type.Object({
    numPassedTests: Type.Integer(),
    numFailedTests: Type.Integer(),
    numPendingTests: Type.Integer(),
    testResults: Type.Array(
      Type.Object({
        status: Type.String(),
        name: Type.String(),
        message: Type.String(),
        assertionResults: Type.Array(
          Type.Object({
            status: Type.String(),
            fullName: Type.String(),
            failureMessages: Type.Array(Type.String()),
            meta: Type.Object({ screens: Type.Optional(Type.String()) }),
          }),
        ),
      }),
    ),
  }),
);

export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export interface Failure {
  readonly name: string;
  /** The errors, with where they arose; of a browser test, with what its pages showed (e2e/support/open-pages.ts). */
  readonly message: string;
}

export interface TestReport {
  readonly counts: TestCounts;
  readonly failures: readonly Failure[];
}

export const NO_TESTS: TestCounts = { passed: 0, failed: 0, skipped: 0 };

export const addCounts = (one: TestCounts, other: TestCounts): TestCounts => ({
  passed: one.passed + other.passed,
  failed: one.failed + other.failed,
  skipped: one.skipped + other.skipped,
});

/** What vitest has run. A file that failed before any of its tests did, as at an import, counts as one that failed. */
export async function readTestReport(file: string): Promise<TestReport> {
  const report = Report.Parse(JSON.parse(await readFile(file, 'utf8')));
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }): Failure[] => {
    const failed = assertionResults.filter((result) => result.status === 'failed');
    if (status === 'failed' && failed.length === 0) return [{ name, message }];
    return failed.map(({ fullName, failureMessages, meta: { screens = '' } }) => ({
      name: `${basename(name)}: ${fullName}`,
      message: [...failureMessages, screens].filter((part) => part !== '').join('\n'),
    }));
  });
  return {
    counts: { passed: report.numPassedTests, failed: failures.length, skipped: report.numPendingTests },
    failures,
  };
}
