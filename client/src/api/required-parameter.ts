import { ClientError } from '#client/client-error.ts';

/** Checks what a call cannot do without (specification V7). Returns it, no longer null or undefined. */
export function requireParameter<Value>(
  value: Value | null | undefined,
  name: string,
  operation: string,
): Value {
  if (value === null || value === undefined) {
    throw new ClientError(
      'required-parameter',
      `Required parameter ${name} was null or undefined when calling ${operation}`,
    );
  }
  return value;
}

/** Fills the braces of a path; what comes in is URL-encoded. */
export const fillPath = (
  path: string,
  parameters: Readonly<Record<string, string | null | undefined>>,
  operation: string,
): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(requireParameter(parameters[name], name, operation)),
  );
