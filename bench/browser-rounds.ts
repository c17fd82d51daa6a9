import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const MAX_OUTPUT_BYTES = 10_000_000;

/**
 * Runs a script of `e2e`, which measures in browsers; gives the JSON that it prints, one entry a measurement.
 *
 * @param environment what the script is told beside its rounds
 */
export async function browserRounds<Round>(
  script: URL,
  rounds: number,
  progress: (line: string) => void,
  environment: Readonly<Record<string, string>> = {},
): Promise<readonly Round[]> {
  const running = promisify(execFile)(process.execPath, [fileURLToPath(script), String(rounds)], {
    maxBuffer: MAX_OUTPUT_BYTES,
    env: { ...process.env, ...environment },
  });
  running.child.stderr?.on('data', (text: unknown) => progress(String(text).trim()));
  return JSON.parse((await running).stdout) as readonly Round[];
}
