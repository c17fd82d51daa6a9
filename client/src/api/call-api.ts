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
import { type HttpRequest, sendHttp } from './http.ts';
import { type QueryValue, queryString } from './query-string.ts';
import { fillPath, requireParameter } from './required-parameter.ts';
import { tokenStore } from './token-store.ts';

export interface CallOptions {
  /** Instead of the signed-in account's: while signing in. */
  readonly token?: string;
  readonly signal?: AbortSignal;
}

type BodyOption<Body> = [Body] extends [undefined] ? { readonly body?: undefined } : { readonly body: Body };

export type OperationCall<Name extends OperationOwnName> = CallOptions &
  BodyOption<OperationBody<Name>> & {
    /** Path parameters. */
    readonly parameters?: Readonly<Record<string, string | null | undefined>>;
    readonly query?: Readonly<Record<string, QueryValue>>;
  };

/** A new token may help; if none can be obtained, the store knows why (`endedBy`). */
const wantsNewToken = (error: unknown): boolean =>
  error instanceof AppError && (error.code === 'token-expired' || error.code === 'unauthenticated');

/** Sends with the account's token, if someone is signed in; a token that the server does not take is renewed once. */
async function sendAsAccount(request: HttpRequest): Promise<unknown> {
  if (request.token !== undefined || !tokenStore.state.token) return await sendHttp(request);
  const token = await tokenStore.freshAccessToken();
  try {
    return await sendHttp({ ...request, token });
  } catch (error) {
    if (!wantsNewToken(error)) throw error;
    return await sendHttp({ ...request, token: await tokenStore.freshAccessToken(token) });
  }
}

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
export async function deleteItem(path: ResourcePath, id: string | null | undefined): Promise<void> {
  await sendAsAccount({ method: 'DELETE', path: fillPath(`${path}/{id}`, { id }, `${path}.delete`) });
}
