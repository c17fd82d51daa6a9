import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageFile } from '#scripts/paths.ts';
import { REPORT_FOLDER, readEarlyEnd } from './early-end.ts';
import { parseReport, type Report } from './report.ts';
import { FAILURE_LIMIT, REPORT_FILE } from './reporter.ts';

const REPORTER = join(import.meta.dirname, 'reporter.ts');

export interface VitestOptions {
  /** Where its configuration is. */
  readonly root: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
  /** Options and patterns of files. */
  readonly args: readonly string[];
  /** The run is stopped when so many tests have failed; without a limit by default. */
  readonly failureLimit?: number;
  /** Writes nothing to the terminal; false by default. */
  readonly isSilent?: boolean;
}

export interface VitestResult {
  /** Null: ended by a signal. */
  readonly code: number | null;
  readonly report: Report;
  /** The reason, if the run was stopped before its end. */
  readonly earlyEnd: string | undefined;
}

/** Runs vitest in a process of its own, which writes to the terminal. @throws if it leaves no report */
export async function runVitest(options: VitestOptions): Promise<VitestResult> {
  const folder = await mkdtemp(join(tmpdir(), 'hibiki-test-report-'));
  try {
    const { promise, resolve, reject } = Promise.withResolvers<number | null>();
    const child = spawn(
      process.execPath,
      [
        packageFile('vitest/vitest.mjs'),
        'run',
        `--root=${options.root}`,
        '--reporter=default',
        `--reporter=${REPORTER}`,
        ...options.args,
      ],
      {
        cwd: options.root,
        env: {
          ...options.environment,
          [REPORT_FOLDER]: folder,
          [FAILURE_LIMIT]: String(options.failureLimit ?? Number.POSITIVE_INFINITY),
        },
        stdio: options.isSilent ? 'ignore' : 'inherit',
        signal: options.signal,
      },
    );
    child.once('error', reject);
    child.once('close', resolve);
    const code = await promise;
    const earlyEnd = await readEarlyEnd(folder);
    return { code, report: parseReport(await readFile(join(folder, REPORT_FILE), 'utf8')), earlyEnd };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
