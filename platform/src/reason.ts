/** What went wrong, for an operator: one line, without a full stop and without a stack. */
export function reasonOf(error: unknown): string {
  // One error for each address of a host name; the message of the whole is empty.
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ');
  if (!(error instanceof Error)) return oneLine(String(error));
  const reason = oneLine(error.message) || error.name;
  return error.cause instanceof Error ? `${reason}: ${reasonOf(error.cause)}` : reason;
}

const oneLine = (text: string): string => text.trim().replaceAll(/\s*\n\s*/g, ', ');
