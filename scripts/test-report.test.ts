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

test('counts what vitest ran', async () => {
  const counts = await read({
    numPassedTests: 5,
    numFailedTests: 1,
    numPendingTests: 2,
    testResults: [
      { status: 'passed', assertionResults: [{ status: 'passed' }] },
      { status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'passed' }] },
    ],
  });
  expect(counts).toEqual({ passed: 5, failed: 1, skipped: 2 });
});

test('counts a file that failed before its tests could', async () => {
  const counts = await read({
    numPassedTests: 5,
    numFailedTests: 0,
    numPendingTests: 0,
    testResults: [{ status: 'failed', assertionResults: [] }],
  });
  expect(counts).toEqual({ passed: 5, failed: 1, skipped: 0 });
});

test('refuses what is no report', async () => {
  await expect(read({ tests: 5 })).rejects.toThrow();
});
