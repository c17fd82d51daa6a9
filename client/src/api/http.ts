import { ClientError } from '#client/client-error.ts';
import { noteServerTime } from '#client/server-clock.ts';
import { AppError } from '#protocol/app-error.ts';
import { isErrorCode, type Violation } from '#protocol/errors.ts';

const API_ROOT = '/api/v1/';
const JSON_LD = 'application/ld+json';
const JSON_PLAIN = 'application/json';
const MERGE_PATCH = 'application/merge-patch+json';

/** The server answers everything within a second or two; a mail goes through its queue. */
const API_TIMEOUT_MS = 20_000;

export interface HttpRequest {
  readonly method: string;
  /** Below `/api/v1/`, or an `@id` as the server gave it; with its query. */
  readonly path: string;
  readonly body?: unknown;
  /** Plain JSON instead of JSON-LD. */
  readonly json?: boolean | undefined;
  /** Access token. */
  readonly token?: string | undefined;
  /** The ETag that was read: the write fails with `precondition-failed` if it is out of date. */
  readonly ifMatch?: string | undefined;
  /** The same request with the same key is done once, however often it is sent. */
  readonly idempotencyKey?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface HttpAnswer {
  /** Undefined for an empty one. */
  readonly body: unknown;
  /** The version of an item; null where the answer has none. */
  readonly etag: string | null;
}

/**
 * One request, its answer's body read.
 *
 * @throws AppError what the server answered
 * @throws ClientError `network` without an answer, `bad-answer` for one that is not of this API
 */
export async function requestHttp(request: HttpRequest): Promise<HttpAnswer> {
  const response = await fetchAnswer(request);
  const body = await readBody(response);
  if (response.ok) return { body, etag: response.headers.get('etag') };
  throw errorOf(response, body);
}

/** As `requestHttp`, the body alone. */
export const sendHttp = async (request: HttpRequest): Promise<unknown> => (await requestHttp(request)).body;

async function fetchAnswer(request: HttpRequest): Promise<Response> {
  const type = request.method === 'PATCH' ? MERGE_PATCH : request.json ? JSON_PLAIN : JSON_LD;
  const timeout = AbortSignal.timeout(API_TIMEOUT_MS);
  const sentAt = Date.now();
  try {
    const response = await fetch(request.path.startsWith('/') ? request.path : API_ROOT + request.path, {
      method: request.method,
      headers: {
        Accept: request.json ? JSON_PLAIN : JSON_LD,
        ...(request.body !== undefined && { 'Content-Type': type }),
        ...(request.token !== undefined && { Authorization: `Bearer ${request.token}` }),
        ...(request.ifMatch !== undefined && { 'If-Match': request.ifMatch }),
        ...(request.idempotencyKey !== undefined && { 'Idempotency-Key': request.idempotencyKey }),
      },
      ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
      signal: request.signal ? AbortSignal.any([request.signal, timeout]) : timeout,
    });
    noteServerTime(response.headers.get('date'), sentAt, Date.now());
    return response;
  } catch (cause) {
    if (request.signal?.aborted) throw cause;
    if (timeout.aborted) throw new AppError('request-timeout', { cause });
    throw new ClientError('network', 'The server cannot be reached', { cause });
  }
}

async function readBody(response: Response): Promise<unknown> {
  const text = await response.text().catch((cause: unknown) => {
    throw new ClientError('network', 'The answer broke off', { cause });
  });
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch (cause) {
    // The page of a proxy: its status says more than its words.
    if (!response.ok) return undefined;
    throw new ClientError('bad-answer', `${response.status}: the answer is not JSON`, { cause });
  }
}

function errorOf(response: Response, body: unknown): Error {
  if (!isRecord(body) || !isErrorCode(body.code)) {
    // A proxy in between: its own words say nothing to people, its status does.
    if (response.status === 429) return new AppError('too-many-requests');
    if (response.status >= 500) return new AppError('service-unavailable');
    return new ClientError('bad-answer', `${response.status} without an error code`);
  }
  return new AppError(body.code, {
    ...(typeof body['hydra:description'] === 'string' && { message: body['hydra:description'] }),
    ...(Array.isArray(body.violations) && { violations: body.violations.filter(isViolation) }),
    ...(typeof body.retryAfterMs === 'number' && { retryAfterMs: body.retryAfterMs }),
  });
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

const isViolation = (value: unknown): value is Violation =>
  isRecord(value) && typeof value.propertyPath === 'string' && typeof value.code === 'string';
