import { describeError } from './set-up-error.ts';

/**
 * Runs the program until it ends by itself, or a signal asks it to: then the AbortSignal is aborted, the program is waited
 * for while it ends in order, and the process exits with 0.
 */
export async function runUntilStopped(program: (signal: AbortSignal) => Promise<void>): Promise<never> {
  const controller = new AbortController();
  const { signal } = controller;
  /** One wish may come several times: from the terminal, and again from npm. */
  const stop = (why: string) => {
    if (signal.aborted) return;
    console.error(`\n${why}: stopping …`);
    controller.abort(new Error('Stopped'));
  };
  process.on('SIGINT', () => stop('Ctrl-C'));
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGHUP', () => stop('The terminal was closed'));
  // Started through npm, this process is bootstrap.mjs's; without it nobody could stop it any more.
  process.on('disconnect', () => stop('npm has gone'));
  try {
    await program(signal);
  } catch (error) {
    if (!signal.aborted) {
      console.error(`\n${describeError(error)}`);
      process.exit(1);
    }
    // Ending in order makes what was under way fail; anything else is worth knowing.
    if (!isAbort(error, signal)) console.error(describeError(error));
  }
  if (signal.aborted) console.error('Stopped.');
  process.exit(0);
}

const isAbort = (error: unknown, signal: AbortSignal): boolean =>
  error === signal.reason || (error instanceof Error && error.name === 'AbortError');
