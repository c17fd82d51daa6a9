import { spawn } from 'node:child_process';
import { SetUpError } from './set-up-error.ts';

const TAIL_LINES = 30;

export interface CommandOptions {
  readonly cwd?: string;
  readonly environment?: NodeJS.ProcessEnv;
  /** Ends the command when it is aborted. */
  readonly signal?: AbortSignal | undefined;
  /** Told each line of its output. */
  readonly onLine?: (line: string) => void;
}

export interface CommandResult {
  /** Null: ended by a signal. */
  readonly code: number | null;
  /** Standard output and error as they came, in full. */
  readonly output: string;
}

/** Runs a command quietly. Rejects only if it cannot be run at all, or is aborted. */
export function tryCommand(
  command: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<CommandResult> {
  const { promise, resolve, reject } = Promise.withResolvers<CommandResult>();
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: options.environment ?? process.env,
    signal: options.signal,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    let rest = '';
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (!options.onLine) return;
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) options.onLine(line);
    });
  }
  child.once('error', reject);
  child.once('close', (code) => resolve({ code, output }));
  return promise;
}

/** Runs a command quietly. @throws SetUpError with the failure's sentence and the end of the output if it fails. */
export async function runCommand(
  failure: string,
  command: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<void> {
  const { code, output } = await tryCommand(command, args, options);
  if (code === 0) return;
  const tail = output.trimEnd().split('\n').slice(-TAIL_LINES).join('\n');
  throw new SetUpError(`${failure}: ${command} ended with ${code ?? 'a signal'}.\n${tail}`);
}
