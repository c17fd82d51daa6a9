import { AppError } from '#protocol/app-error.ts';
import { violationTable } from '#protocol/error-titles.ts';
import { type ErrorCode, errorStatus, type Violation, type ViolationCode } from '#protocol/errors.ts';

/** When it makes sense to ask again while the database is away: it restarts within seconds. */
const DATABASE_RETRY_MS = 2_000;

/**
 * Turns anything thrown into the one error class; REST and the socket answer with it. Any other error
 * becomes `internal-error`, whose cause is for the log alone.
 */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  if (!(thrown instanceof Error)) return new AppError('internal-error', { cause: thrown });
  return fromDatabase(thrown) ?? fromFastify(thrown) ?? new AppError('internal-error', { cause: thrown });
}

/** Codes that cover many causes: only the message says which. */
const GENERAL_CODES = ['invalid', 'too-long'] as const satisfies readonly ViolationCode[];
type GeneralCode = (typeof GENERAL_CODES)[number];
/** The text of the code says enough. */
export type SpecificCode = Exclude<ViolationCode, GeneralCode>;

export const isSpecific = (code: ViolationCode): code is SpecificCode =>
  !GENERAL_CODES.some((general) => general === code);

/** A code that says enough by its own text, or any code with a message. */
type Said = readonly [code: SpecificCode] | readonly [code: ViolationCode, message: string];

/** One violation with the text of its code, or with its own message. English, for API users. */
export const violation = (
  propertyPath: string,
  ...[code, message = violationTable[code]]: Said
): Violation => ({ propertyPath, code, message });

/** `validation-failed` on one field. */
export const invalidField = (propertyPath: string, ...said: Said): AppError =>
  new AppError('validation-failed', { violations: [violation(propertyPath, ...said)] });

/** What is away for a while and comes back by itself. */
const PASSING: ReadonlySet<ErrorCode> = new Set([
  'service-unavailable',
  'media-node-unavailable',
  'bus-unavailable',
  'storage-full',
  'recording-storage',
]);

/** The database, or another server, has not answered: nothing is known, and it may answer when it is asked again. */
export const UNANSWERED: ReadonlySet<ErrorCode> = new Set([
  'service-unavailable',
  'bus-unavailable',
  'request-timeout',
]);

/** Those that an operator must look into; all others are the asker's doing and no more than `debug`. */
export const isServerFault = (error: AppError): boolean => error.status >= 500 && !PASSING.has(error.code);

/** `Retry-After` in whole seconds (RFC 9110, 10.2.3), at least one; undefined where the error names no time. */
export const retryAfterSeconds = (error: AppError): number | undefined =>
  error.retryAfterMs === undefined ? undefined : Math.max(1, Math.ceil(error.retryAfterMs / 1000));

const codeOf = (error: Error): string | undefined =>
  'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** SQLSTATE classes: 08 connection, 53 out of resources, 57 operator intervention (except a cancelled query); 25006 a standby. */
const UNAVAILABLE_SQLSTATE = /^(08...|53...|57P0[1-5]|25P03|25006)$/;
/** 40001 serialization, 40P01 deadlock, 55P03 lock not available: the same request may pass when it comes again. */
const BUSY_SQLSTATE = /^(40001|40P01|55P03)$/;
const CANCELLED_SQLSTATE = '57014';
const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';
const NOT_NULL_VIOLATION = '23502';

/** A trigger copies the customer of the owner. It finds none if the owner was deleted meanwhile. */
const isOfNoCustomer = (error: Error): boolean =>
  codeOf(error) === NOT_NULL_VIOLATION && 'column' in error && error.column === 'customer_id';

const NETWORK_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN']);
/** A Unix socket that is gone says ENOENT, as does a missing file: only the call tells them apart. */
const isMissingSocket = (error: Error): boolean =>
  codeOf(error) === 'ENOENT' && 'syscall' in error && error.syscall === 'connect';

/** A value that another row has. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error && codeOf(error) === UNIQUE_VIOLATION;

/** What pg and its pool say without a code. */
const CONNECTION_MESSAGES = [
  /^Connection terminated/,
  /^timeout exceeded when trying to connect/,
  /^Client has encountered a connection error and is not queryable/,
  /^Client was closed and is not queryable/,
  /^Cannot use a pool after calling end on the pool/,
  /^Query read timeout/,
  /^driver has already been destroyed/,
];

function fromDatabase(error: Error): AppError | undefined {
  const code = codeOf(error) ?? '';
  const unavailable =
    UNAVAILABLE_SQLSTATE.test(code) ||
    BUSY_SQLSTATE.test(code) ||
    code === CANCELLED_SQLSTATE ||
    NETWORK_CODES.has(code) ||
    isMissingSocket(error) ||
    (error instanceof AggregateError && error.errors.some((inner) => NETWORK_CODES.has(inner?.code))) ||
    CONNECTION_MESSAGES.some((message) => message.test(error.message));
  if (unavailable) {
    return new AppError('service-unavailable', { retryAfterMs: DATABASE_RETRY_MS, cause: error });
  }
  // Modules that know the column check first and name it; what arrives here lost a race or was not foreseen.
  if (code === UNIQUE_VIOLATION) return new AppError('conflict', { cause: error });
  if (code === FOREIGN_KEY_VIOLATION || isOfNoCustomer(error))
    return new AppError('conflict', { cause: error });
  return undefined;
}

/** Fastify's own codes (fastify/lib/errors.js) and those of its plugins; `FST_ERR_VALIDATION` carries the fields. */
const FASTIFY_CODES: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body-too-large',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed-body',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed-body',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed-body',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported-media-type',
  FST_ERR_BAD_URL: 'not-found',
  FST_ERR_ASYNC_CONSTRAINT: 'not-found',
  FST_ERR_NOT_FOUND: 'not-found',
  FST_UNDER_PRESSURE: 'service-unavailable',
  FST_ERR_MAX_PARAM_LENGTH: 'not-found',
};

const STATUS_CODES: Readonly<Record<number, ErrorCode>> = {
  400: 'malformed-body',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not-found',
  405: 'method-not-allowed',
  406: 'not-acceptable',
  409: 'conflict',
  412: 'precondition-failed',
  413: 'body-too-large',
  414: 'not-found',
  415: 'unsupported-media-type',
  422: 'validation-failed',
  429: 'too-many-requests',
  503: 'service-unavailable',
};

/** What @fastify/under-pressure and the rate limiter leave to us. */
const UNDER_PRESSURE_RETRY_MS = 1_000;

function fromFastify(error: Error): AppError | undefined {
  const fields = 'validation' in error ? validationOf(error.validation) : undefined;
  if (fields) {
    const context = 'validationContext' in error ? error.validationContext : 'body';
    if (context === 'querystring') {
      return new AppError('invalid-query-parameter', { violations: fields, cause: error });
    }
    // A path that does not name anything that could exist.
    if (context === 'params') return new AppError('not-found', { cause: error });
    return new AppError('validation-failed', { violations: fields, cause: error });
  }
  const status = 'statusCode' in error ? Number(error.statusCode) : 500;
  const code = FASTIFY_CODES[codeOf(error) ?? ''] ?? STATUS_CODES[status];
  if (code === undefined) return undefined;
  const retries = errorStatus[code] === 503 || errorStatus[code] === 429;
  return new AppError(code, {
    cause: error,
    ...(retries && { retryAfterMs: retryAfterOf(error) ?? UNDER_PRESSURE_RETRY_MS }),
  });
}

const retryAfterOf = (error: Error): number | undefined =>
  'retryAfterMs' in error && typeof error.retryAfterMs === 'number' ? error.retryAfterMs : undefined;

/** Ajv's errors, which Fastify passes on, as violations with the path written `a.b[0]`. */
function validationOf(errors: unknown): Violation[] | undefined {
  if (!Array.isArray(errors)) return undefined;
  return errors.map((entry: unknown) => {
    const { instancePath = '', keyword, params, message } = isAjvError(entry) ? entry : {};
    const base = pathOf(instancePath);
    const field = params?.missingProperty ?? params?.additionalProperty;
    const propertyPath = field === undefined ? base : base === '' ? field : `${base}.${field}`;
    if (keyword === 'required') return violation(propertyPath, 'required');
    if (keyword === 'additionalProperties') return violation(propertyPath, 'unknown-field');
    return { propertyPath, code: 'invalid', message: message ?? violationTable.invalid };
  });
}

interface AjvError {
  readonly instancePath?: string;
  readonly keyword?: string;
  readonly params?: { readonly missingProperty?: string; readonly additionalProperty?: string };
  readonly message?: string;
}

const isAjvError = (entry: unknown): entry is AjvError => typeof entry === 'object' && entry !== null;

/** The names in a JSON pointer (RFC 6901). */
export const pointerParts = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));

/** JSON pointer → `a.b[0]`. */
export const pathOf = (pointer: string): string =>
  pointerParts(pointer).reduce((path, part) => {
    if (/^\d+$/.test(part)) return `${path}[${part}]`;
    return path === '' ? part : `${path}.${part}`;
  }, '');
