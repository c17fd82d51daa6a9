import { FolderError } from '#platform/folder-error.ts';

/**
 * Something that the operator has to know or do. The message is one clear sentence, and maybe a command; it is shown
 * without a stack.
 */
export class SetUpError extends Error {
  override readonly name = 'SetUpError';
}

/** The text to show for an error: the message of a `SetUpError` or a `FolderError`, the stack of a bug. */
export function describeError(error: unknown): string {
  if (error instanceof SetUpError || error instanceof FolderError) return error.message;
  if (error instanceof Error) return error.stack ?? error.message;
  return String(error);
}
