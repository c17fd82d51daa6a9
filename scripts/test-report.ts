import { readFile } from 'node:fs/promises';
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
        assertionResults: Type.Array(Type.Object({ status: Type.String() })),
      }),
    ),
  }),
);

export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export const NO_TESTS: TestCounts = { passed: 0, failed: 0, skipped: 0 };

export const addCounts = (one: TestCounts, other: TestCounts): TestCounts => ({
  passed: one.passed + other.passed,
  failed: one.failed + other.failed,
  skipped: one.skipped + other.skipped,
});

/** What vitest has run. A file that failed before any of its tests did, as at an import, counts as one that failed. */
export async function readTestReport(file: string): Promise<TestCounts> {
  const report = Report.Parse(JSON.parse(await readFile(file, 'utf8')));
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((result) => result.status === 'failed'),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
    skipped: report.numPendingTests,
  };
}
