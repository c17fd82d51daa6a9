import { expect, test } from 'vitest';
import { countsOf, type FileReport, failuresOf, nameOf, parseReport } from './report.ts';

const passed: FileReport['tests'][number] = {
  titles: ['a call', 'begins'],
  state: 'passed',
  seconds: 1,
  message: '',
};
const failed: FileReport['tests'][number] = {
  titles: ['a call', 'ends'],
  state: 'failed',
  seconds: 2,
  message: 'Error: in vain',
};

const file = (more: Partial<FileReport>): FileReport => ({
  project: 'e2e',
  path: 'e2e/one.e2e.ts',
  seconds: 3,
  tests: [passed],
  errors: [],
  ...more,
});

test('counts tests, and names those that failed', () => {
  const report = { files: [file({}), file({ path: 'e2e/two.e2e.ts', tests: [passed, failed] })], errors: [] };
  expect(countsOf(report)).toEqual({ passed: 2, failed: 1, skipped: 0 });
  const failures = failuresOf(report);
  expect(failures).toMatchObject([{ project: 'e2e', message: 'Error: in vain', seconds: 2 }]);
  expect(failures.map(nameOf)).toEqual(['e2e/two.e2e.ts: a call ends']);
});

test('takes an error outside of the tests for a failure of the whole file', () => {
  const report = { files: [file({ tests: [passed, failed], errors: ['Error: a hook failed'] })], errors: [] };
  expect(countsOf(report)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  expect(failuresOf(report)).toEqual([
    {
      project: 'e2e',
      path: 'e2e/one.e2e.ts',
      titles: undefined,
      message: 'Error: a hook failed\nError: in vain',
      seconds: 3,
    },
  ]);
});

test('refuses what is no report', () => {
  expect(() => parseReport('{"tests": 5}')).toThrow();
});
