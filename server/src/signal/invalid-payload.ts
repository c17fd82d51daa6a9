import type { TLocalizedValidationError } from 'typebox/error';
import { AppError } from '#protocol/app-error.ts';
import type { Violation } from '#protocol/errors.ts';
import { pathOf, violation } from '#server/errors.ts';
import { violationText } from '#server/violation-text.ts';

/** `invalid-payload`, with what the schema says of each field that did not pass, without repeating what was sent. TypeBox finds 8 errors at most. */
export function invalidPayload(errors: readonly TLocalizedValidationError[]): AppError {
  const violations = new Map<string, Violation>();
  for (const each of errors.flatMap((error) => violationsOf(error, errors))) {
    // The alternatives of a union fail one by one, and say the same.
    if (!violations.has(each.propertyPath)) violations.set(each.propertyPath, each);
  }
  return new AppError('invalid-payload', { violations: [...violations.values()] });
}

function violationsOf(
  error: TLocalizedValidationError,
  all: readonly TLocalizedValidationError[],
): readonly Violation[] {
  const path = pathOf(error.instancePath);
  if (error.keyword === 'required') {
    return error.params.requiredProperties.map((name) =>
      violation(path === '' ? name : `${path}.${name}`, 'required'),
    );
  }
  // Of a union: what its alternatives lack is said by them.
  if (error.keyword === 'anyOf') return [];
  return [violation(path, 'invalid', violationText(error, all))];
}
