import { describeError } from './set-up-error.ts';

export interface RunOptions {
  /** What the process exits with when it was asked to stop; 0 by default. */
  readonly stoppedCode?: number;
}

/**
 * Runs the program until it ends by itself, or a signal asks it to: then the AbortSignal is aborted, the program is waited
 * for while it ends in order. A failure is shown, and the process exits with 1 (or with `process.exitCode`).
 */
export async function runUntilStopped(
  program: (signal: AbortSignal) => Promise<void>,
  { stoppedCode = 0 }: RunOptions = {},
): Promise<never> {
  const controller = new AbortController();
  const { signal } = controller;
  /** The same request may come twice: from the terminal, and again from npm. */
  const stop = (why: string) => {
    if (signal.aborted) return;
    console.error(`\n${why}: stopping …`);
    controller.abort(new Error('Stopped'));
  };
  process.on('SIGINT', () => stop('Ctrl-C'));
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGHUP', () => stop('The terminal was closed'));
  // Started through npm, this process is bootstrap.mjs's; without it no one could stop it any more.
  process.on('disconnect', () => stop('npm has gone'));
  try {
    await program(signal);
  } catch (error) {
    if (!signal.aborted) {
      console.error(`\n${describeError(error)}`);
      process.exit(1);
    }
    // An abort is expected during an orderly end; other errors are shown.
    if (!isAbort(error, signal)) console.error(describeError(error));
  }
  if (!signal.aborted) process.exit();
  console.error('Stopped.');
  process.exit(stoppedCode);
}

const isAbort = (error: unknown, signal: AbortSignal): boolean =>
  error === signal.reason || (error instanceof Error && error.name === 'AbortError');
