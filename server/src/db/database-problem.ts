import { toAppError } from '#server/errors.ts';

export interface DatabaseProblem {
  /** For an operator: one line, without a full stop. */
  readonly reason: string;
  /** A database that is still starting: the next attempt may succeed. */
  readonly mayPass: boolean;
}

/** Describes why the database cannot be used. */
export function databaseProblem(error: unknown): DatabaseProblem {
  const mayPass = toAppError(error).code === 'service-unavailable' || messageOf(error) === 'timeout expired';
  return { reason: messageOf(error).replaceAll(/\s*\n\s*/g, ', '), mayPass };
}

function messageOf(error: unknown): string {
  // One error for each address of a host name; the message of the whole is empty.
  if (error instanceof AggregateError) return error.errors.map(messageOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}
