/**
 * Something the one who runs the project has to know or do; its message is one clear sentence (and maybe a command), and
 * it is shown without a stack.
 */
export class SetUpError extends Error {
  override readonly name = 'SetUpError';
}

/** What to show of anything that was thrown: a sentence for what was foreseen, the stack for a bug. */
export function describeError(error: unknown): string {
  if (error instanceof SetUpError) return error.message;
  if (error instanceof Error) return error.stack ?? error.message;
  return String(error);
}
