import { AppError } from '#protocol/app-error.ts';
import type { OperationOwnName, ResourcePath } from '#protocol/rest/api.ts';
import type {
  Collection,
  Creation,
  Item,
  Merge,
  OperationBody,
  OperationReply,
  Query,
  Replacement,
} from './api-types.ts';
import { endpoints } from './endpoints.ts';
import { type HttpAnswer, type HttpRequest, requestHttp } from './http.ts';
import { type FreeQuery, type QueryValue, queryString } from './query-string.ts';
import { fillPath, requireParameter } from './required-parameter.ts';
import { tokenStore } from './token-store.ts';

export interface CallOptions {
  /** Instead of the signed-in account's: while signing in. */
  readonly token?: string;
  readonly signal?: AbortSignal;
}

/** An item in the version that was read. */
export interface Tagged<Value> {
  readonly item: Value;
  /** For `ifMatch`; null where the server gives no version. */
  readonly etag: string | null;
}

export interface WriteOptions {
  /** The version that is changed: the write fails with `precondition-failed` if there is a newer one. */
  readonly ifMatch?: string | null;
}

const ifMatchOf = ({ ifMatch }: WriteOptions) => ({ ifMatch: ifMatch ?? undefined });

/** A body without required fields can be left out. */
type BodyOption<Body> = [Body] extends [undefined]
  ? { readonly body?: undefined }
  : Record<never, never> extends Body
    ? { readonly body?: Body }
    : { readonly body: Body };

export type OperationCall<Name extends OperationOwnName> = CallOptions &
  BodyOption<OperationBody<Name>> & {
    /** Path parameters. */
    readonly parameters?: Readonly<Record<string, string | null | undefined>>;
    readonly query?: Readonly<Record<string, QueryValue>>;
    /** See http.ts. */
    readonly idempotencyKey?: string;
  };

/** A new token may help; if none can be obtained, the store knows why (`endedBy`). */
const wantsNewToken = (error: unknown): boolean =>
  error instanceof AppError && (error.code === 'token-expired' || error.code === 'unauthenticated');

/** Sends with the account's token, if someone is signed in; a token that the server does not take is renewed once. */
async function requestAsAccount(request: HttpRequest): Promise<HttpAnswer> {
  if (request.token !== undefined || !tokenStore.state.token) return await requestHttp(request);
  const token = await tokenStore.freshAccessToken();
  try {
    return await requestHttp({ ...request, token });
  } catch (error) {
    if (!wantsNewToken(error)) throw error;
    return await requestHttp({ ...request, token: await tokenStore.freshAccessToken(token) });
  }
}

const sendAsAccount = async (request: HttpRequest): Promise<unknown> =>
  (await requestAsAccount(request)).body;

/**
 * One of the operations that no other resource has.
 *
 * @throws AppError what the server answered
 * @throws ClientError see http.ts, token-store.ts; `required-parameter`
 */
export async function callApi<Name extends OperationOwnName>(
  name: Name,
  call: OperationCall<Name>,
): Promise<OperationReply<Name>> {
  const endpoint = endpoints[name];
  const path = fillPath(endpoint.path, call.parameters ?? {}, name);
  const reply = await sendAsAccount({
    method: endpoint.method,
    path: path + queryString(call.query ?? {}),
    json: endpoint.json,
    body: call.body,
    token: call.token,
    idempotencyKey: call.idempotencyKey,
    signal: call.signal,
  });
  return reply as OperationReply<Name>;
}

/** `GET /{resource}`. */
export async function listItems<Path extends ResourcePath>(
  path: Path,
  query: Query<Path>,
  options: CallOptions = {},
): Promise<Collection<Path>> {
  return (await sendAsAccount({
    method: 'GET',
    path: path + queryString(query as Parameters<typeof queryString>[0]),
    ...options,
  })) as Collection<Path>;
}

/** As `listItems`, with a query that an address has made, and whose names the compiler cannot know. */
export async function listFreely<Path extends ResourcePath>(
  path: Path,
  query: FreeQuery,
  options: CallOptions = {},
): Promise<Collection<Path>> {
  return (await sendAsAccount({
    method: 'GET',
    path: path + queryString(query),
    ...options,
  })) as Collection<Path>;
}

/**
 * `GET` of an item's address.
 *
 * @public Part of the resource client of specification X6.
 */
export async function readItem<Path extends ResourcePath>(
  path: Path,
  id: string | null | undefined,
  options: CallOptions = {},
): Promise<Item<Path>> {
  return (await sendAsAccount({
    method: 'GET',
    path: fillPath(`${path}/{id}`, { id }, `${path}.read`),
    ...options,
  })) as Item<Path>;
}

/** `GET` of an item's address, with its version. */
export async function readTagged<Path extends ResourcePath>(
  path: Path,
  id: string,
  options: CallOptions = {},
): Promise<Tagged<Item<Path>>> {
  const address = fillPath(`${path}/{id}`, { id }, `${path}.read`);
  const { body, etag } = await requestAsAccount({ method: 'GET', path: address, ...options });
  return { item: body as Item<Path>, etag };
}

/** `PATCH` on an item's address, guarded by the version that was read; resolves with the new one. */
export async function mergeTagged<Path extends ResourcePath>(
  path: Path,
  id: string,
  body: Partial<Merge<Path>>,
  options: WriteOptions = {},
): Promise<Tagged<Item<Path>>> {
  const address = fillPath(`${path}/{id}`, { id }, `${path}.merge`);
  const answer = await requestAsAccount({ method: 'PATCH', path: address, body, ...ifMatchOf(options) });
  return { item: answer.body as Item<Path>, etag: answer.etag };
}

/** `POST /{resource}`. */
export async function createItem<Path extends ResourcePath>(
  path: Path,
  body: Creation<Path>,
  options: CallOptions = {},
): Promise<Item<Path>> {
  requireParameter(body, 'body', `${path}.create`);
  return (await sendAsAccount({ method: 'POST', path, body, ...options })) as Item<Path>;
}

/**
 * `PUT` on an item's address.
 *
 * @public Part of the resource client of specification X6.
 */
export async function replaceItem<Path extends ResourcePath>(
  path: Path,
  id: string | null | undefined,
  body: Replacement<Path>,
): Promise<Item<Path>> {
  requireParameter(body, 'body', `${path}.replace`);
  const address = fillPath(`${path}/{id}`, { id }, `${path}.replace`);
  return (await sendAsAccount({ method: 'PUT', path: address, body })) as Item<Path>;
}

/**
 * `PATCH` on an item's address: only what is given changes.
 *
 * @public Part of the resource client of specification X6.
 */
export async function mergeItem<Path extends ResourcePath>(
  path: Path,
  id: string | null | undefined,
  body: Merge<Path>,
): Promise<Item<Path>> {
  requireParameter(body, 'body', `${path}.merge`);
  const address = fillPath(`${path}/{id}`, { id }, `${path}.merge`);
  return (await sendAsAccount({ method: 'PATCH', path: address, body })) as Item<Path>;
}

/** `DELETE` on an item's address. */
export async function deleteItem(
  path: ResourcePath,
  id: string | null | undefined,
  options: WriteOptions = {},
): Promise<void> {
  const address = fillPath(`${path}/{id}`, { id }, `${path}.delete`);
  await sendAsAccount({ method: 'DELETE', path: address, ...ifMatchOf(options) });
}
