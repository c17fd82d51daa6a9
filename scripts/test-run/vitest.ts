import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageFile } from '#scripts/paths.ts';
import { REPORT_FOLDER, readEarlyEnd } from './early-end.ts';
import { parseReport, type Report } from './report.ts';
import { FAILURE_LIMIT, REPORT_FILE } from './reporter.ts';
import { makeRunFolder, type RunFolder } from './run-processes.ts';

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

/**
 * Runs vitest in a process group of its own, which writes to the terminal. No process of the run is left when this returns.
 *
 * @throws if the signal is aborted, or vitest leaves no report
 */
export async function runVitest(options: VitestOptions): Promise<VitestResult> {
  options.signal.throwIfAborted();
  const folder = await makeRunFolder();
  try {
    const code = await runInFolder(folder, options);
    options.signal.throwIfAborted();
    const report = parseReport(await readFile(join(folder.path, REPORT_FILE), 'utf8'));
    return { code, report, earlyEnd: await readEarlyEnd(folder.path) };
  } finally {
    await folder.release();
  }
}

/** @returns the exit code; null if a signal ended vitest */
async function runInFolder(folder: RunFolder, options: VitestOptions): Promise<number | null> {
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
        [REPORT_FOLDER]: folder.path,
        [FAILURE_LIMIT]: String(options.failureLimit ?? Number.POSITIVE_INFINITY),
      },
      detached: true,
      stdio: options.isSilent ? 'ignore' : ['ignore', 'inherit', 'inherit'],
    },
  );
  const { pid } = child;
  // Vitest itself ends at once on a signal, without its last hooks, and leaves its servers and browsers.
  const stop = () => {
    if (pid !== undefined) folder.end(pid).catch(reject);
  };
  options.signal.addEventListener('abort', stop);
  child.once('error', reject);
  child.once('exit', resolve);
  try {
    // The signal may have been aborted while the folder was made.
    if (options.signal.aborted) stop();
    return await promise;
  } finally {
    options.signal.removeEventListener('abort', stop);
    if (pid !== undefined) await folder.end(pid);
  }
}
