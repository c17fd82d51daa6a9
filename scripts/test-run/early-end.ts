import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Vitest } from 'vitest/node';

/** Set by the runner for vitest: a folder for its report. */
export const REPORT_FOLDER = 'HIBIKI_TEST_REPORT_FOLDER';
const FILE = 'early-end.txt';

/** Called in vitest's process: stops the run, and leaves the reason for the runner. Tests that run are aborted. */
export function endEarly(vitest: Vitest, reason: string): void {
  vitest.logger.error(`\nThe run ends early: ${reason}`);
  const folder = process.env[REPORT_FOLDER];
  if (folder) writeFileSync(join(folder, FILE), reason);
  // Resolves after the run's last hook: whoever is called by that hook must not wait for it.
  vitest.cancelCurrentRun('test-failure').catch((error: unknown) => vitest.logger.error(String(error)));
}

/** Why vitest ended its run early; undefined if it did not. */
export const readEarlyEnd = (folder: string): Promise<string | undefined> =>
  readFile(join(folder, FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
