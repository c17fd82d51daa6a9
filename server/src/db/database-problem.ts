import { reasonOf } from '#platform/reason.ts';
import { toAppError } from '#server/errors.ts';

export interface DatabaseProblem {
  /** For an operator: one line, without a full stop. */
  readonly reason: string;
  /** A database that is still starting: the next attempt may succeed. */
  readonly mayPass: boolean;
}

/** What pg says of a database that takes a connection, or not even that, and is silent then, as one that was stopped. */
const UNANSWERED = new Set(['timeout expired', 'Connection terminated due to connection timeout']);

/** Describes why the database cannot be used. */
export function databaseProblem(error: unknown): DatabaseProblem {
  const mayPass = toAppError(error).code === 'service-unavailable' || isUnanswered(error);
  return { reason: isUnanswered(error) ? "it doesn't answer" : reasonOf(error), mayPass };
}

const isUnanswered = (error: unknown): boolean => error instanceof Error && UNANSWERED.has(error.message);
