import type { AppError } from '#protocol/app-error.ts';
import { errorMessage, errorTitles } from '#protocol/error-titles.ts';
import { API_PREFIX } from '#protocol/rest/field.ts';
import type { HydraError } from '#protocol/rest/hydra.ts';

/** An error as API Platform writes it. Nothing of a cause gets out; the id finds it in the log. */
export function errorBody(error: AppError, requestId: string): HydraError {
  const violations = error.violations.length > 0;
  return {
    '@context': `${API_PREFIX}/contexts/${violations ? 'ConstraintViolationList' : 'Error'}`,
    '@type': violations ? 'ConstraintViolationList' : 'hydra:Error',
    'hydra:title': errorTitles[error.code],
    'hydra:description': violations
      ? error.violations
          .map(({ propertyPath, message }) => (propertyPath === '' ? message : `${propertyPath}: ${message}`))
          .join('\n')
      : errorMessage(error),
    code: error.code,
    ...(violations && { violations: error.violations }),
    ...(error.retryAfterMs !== undefined && { retryAfterMs: error.retryAfterMs }),
    ...(error.status >= 500 && { requestId }),
  };
}
