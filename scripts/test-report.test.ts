import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readTestReport } from './test-report.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hibiki-report-test-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

const read = async (report: object) => {
  const file = join(folder, 'report.json');
  await writeFile(file, JSON.stringify(report));
  return readTestReport(file);
};

const result = (status: 'passed' | 'failed', more: object = {}) => ({
  status,
  fullName: 'a call begins',
  failureMessages: [],
  meta: {},
  ...more,
});

test('counts what vitest ran, and tells what failed with what its pages showed', async () => {
  const { counts, failures } = await read({
    numPassedTests: 5,
    numFailedTests: 1,
    numPendingTests: 2,
    testResults: [
      { name: '/home/one.e2e.ts', status: 'passed', message: '', assertionResults: [result('passed')] },
      {
        name: '/home/two.e2e.ts',
        status: 'failed',
        message: '',
        assertionResults: [
          result('failed', { failureMessages: ['Error: in vain'], meta: { screens: '- heading' } }),
          result('passed'),
        ],
      },
    ],
  });
  expect(counts).toEqual({ passed: 5, failed: 1, skipped: 2 });
  expect(failures).toEqual([{ name: 'two.e2e.ts: a call begins', message: 'Error: in vain\n- heading' }]);
});

test('counts a file that failed before its tests could', async () => {
  const { counts, failures } = await read({
    numPassedTests: 5,
    numFailedTests: 0,
    numPendingTests: 0,
    testResults: [
      { name: '/home/one.test.ts', status: 'failed', message: 'No such module', assertionResults: [] },
    ],
  });
  expect(counts).toEqual({ passed: 5, failed: 1, skipped: 0 });
  expect(failures).toEqual([{ name: '/home/one.test.ts', message: 'No such module' }]);
});

test('refuses what is no report', async () => {
  await expect(read({ tests: 5 })).rejects.toThrow();
});
