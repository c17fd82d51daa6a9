import type { Static, TSchema } from 'typebox';
import { type OperationOwnName, operations, resources } from '#protocol/rest/api.ts';
import { type BodyOf, bodySchema, type OperationDefinition } from '#protocol/rest/define-operation.ts';
import type { ResourceDefinition } from '#protocol/rest/define-resource.ts';
import { JSON_PLAIN } from '#protocol/rest/hydra.ts';
import type { Reach } from './access-table.ts';
import { assertBody, compileBodyCheck } from './body-check.ts';
import type { ChangeContext, RequestContext } from './context.ts';
import type { Answer, Endpoint, EndpointInput, FileAnswer, Member, Open, Parameters } from './endpoint.ts';
import { assertReach, findItem, lockItem } from './find-item.ts';
import type { Readers } from './references.ts';
import { memberAnswer, membersAnswer } from './resource-reader.ts';
import type { Condition, Sorting } from './row-source.ts';
import type { BaseRow, ItemSource } from './server-resource.ts';

/** An operation that no other resource has, on the server's side: an endpoint, once the resources can be read. */
export type Operation = (readers: Readers) => Endpoint;

type ItemResult = { readonly id: string; readonly once?: object } | Member;
type ListResult =
  | { readonly where: readonly Condition[]; readonly order?: readonly Sorting[] }
  | { readonly members: readonly Member[]; readonly total: number };

/** What an operation returns; the answer is made from it. */
type OperationResult<Reply extends OperationDefinition['reply']> = Reply extends { readonly kind: 'item' }
  ? ItemResult
  : Reply extends { readonly kind: 'collection' }
    ? ListResult
    : Reply extends { readonly kind: 'file' }
      ? FileAnswer
      : Reply extends { readonly kind: 'json'; readonly schema: infer Schema extends TSchema }
        ? Static<Schema>
        : // biome-ignore lint/suspicious/noConfusingVoidType: it is a return type, which the condition hides from the rule
          void;

type Definitions = typeof operations;
type Result<Name extends OperationOwnName> = Promise<OperationResult<Definitions[Name]['reply']>>;

export interface OperationInput<Name extends OperationOwnName> extends Omit<EndpointInput, 'body'> {
  readonly params: Parameters;
  readonly reach: Reach;
  readonly body: BodyOf<Definitions[Name]>;
}

type Handle<Name extends OperationOwnName, Context> = (
  context: Context,
  input: OperationInput<Name>,
) => Result<Name>;
type HandleItem<Name extends OperationOwnName, Context, Row> = (
  context: Context,
  item: Row,
  input: OperationInput<Name>,
) => Result<Name>;
/**
 * Where the path names something: finds it within the reach, or throws 404 or 403 (find-item.ts), before the body is
 * looked at. Returns what is done with it.
 */
type OpenOwn<Name extends OperationOwnName, Context> = (
  context: Context,
  params: Parameters,
  reach: Reach | undefined,
) => Promise<(input: OperationInput<Name>) => Result<Name>>;

/**
 * Reads, or leaves its changes to a service with transactions of its own: one here would hold a connection while that
 * service waits for another.
 */
export const openOperation =
  <Name extends OperationOwnName>(name: Name, open: OpenOwn<Name, RequestContext>): Operation =>
  (readers) => ({
    ...endpointOf(name),
    run: { transaction: false, open: answered(name, readers, open) },
  });

/** All in one transaction. */
export const openChange =
  <Name extends OperationOwnName>(name: Name, open: OpenOwn<Name, ChangeContext>): Operation =>
  (readers) => ({
    ...endpointOf(name),
    run: { transaction: true, open: answered(name, readers, open) },
  });

/** As `openOperation`, on nothing that the path names. */
export const operation = <Name extends OperationOwnName>(name: Name, handle: Handle<Name, RequestContext>) =>
  openOperation(name, async (context) => (input) => handle(context, input));

/** As `openChange`, of nothing that the path names. */
export const change = <Name extends OperationOwnName>(name: Name, handle: Handle<Name, ChangeContext>) =>
  openChange(name, async (context) => (input) => handle(context, input));

/** As `openOperation`, on the item `{id}`. */
export const itemOperation = <Name extends OperationOwnName, Row extends BaseRow>(
  name: Name,
  resource: ItemSource<Row>,
  handle: HandleItem<Name, RequestContext, Row>,
) => openOperation(name, onItem(findItem, resource, handle));

/** As `openChange`, of the item `{id}`, which no one else changes meanwhile. */
export const itemChange = <Name extends OperationOwnName, Row extends BaseRow>(
  name: Name,
  resource: ItemSource<Row>,
  handle: HandleItem<Name, ChangeContext, Row>,
) => openChange(name, onItem(lockItem, resource, handle));

const onItem =
  <Name extends OperationOwnName, Context, Row extends BaseRow>(
    find: (resource: ItemSource<Row>, context: Context, id: string, reach: Reach | undefined) => Promise<Row>,
    resource: ItemSource<Row>,
    handle: HandleItem<Name, Context, Row>,
  ): OpenOwn<Name, Context> =>
  async (context, { id = '' }, reach) => {
    const item = await find(resource, context, id, reach);
    return (input) => handle(context, item, input);
  };

function endpointOf(name: OperationOwnName): Omit<Endpoint, 'run'> {
  const {
    method,
    path,
    body,
    bodyOptional,
    media,
    reply,
    query = {},
    csv,
    maxPageSize,
  }: OperationDefinition = operations[name];
  const check = body && compileBodyCheck(bodySchema(body), body);
  return {
    name,
    method,
    path,
    consumes: body ? media : null,
    fields: body ?? null,
    checkBody: check ? (sent) => assertBody(check(sent)) : null,
    lists: reply.kind === 'collection' ? resourceNamed(reply.resource) : null,
    ownQuery: query,
    ...(bodyOptional && { bodyOptional }),
    ...(csv && { csv }),
    ...(maxPageSize !== undefined && { maxPageSize }),
  };
}

const answered =
  <Name extends OperationOwnName, Context extends RequestContext>(
    name: Name,
    readers: Readers,
    open: OpenOwn<Name, Context>,
  ): Open<Context> =>
  async (context, params, reach) => {
    const handle = await open(context, params, reach);
    assertReach(context, reach);
    return async (input) => {
      // It has passed `checkBody`.
      const body = input.body as BodyOf<Definitions[Name]>;
      const result = await handle({ ...input, params, reach, body });
      return await answer(operations[name], readers, context, input, result ?? undefined);
    };
  };

async function answer(
  { reply, status, path, query = {} }: OperationDefinition,
  readers: Readers,
  context: RequestContext,
  input: EndpointInput,
  result: ItemResult | ListResult | FileAnswer | object | undefined,
): Promise<Answer> {
  switch (reply.kind) {
    case 'nothing':
      return { status: status ?? 204, media: null, body: null };
    case 'file': {
      if (!result || !('stream' in result)) throw new Error('The operation has to return a file');
      return { status: result.status, media: null, body: null, headers: result.headers, file: result };
    }
    case 'json':
      return { status: status ?? 200, media: JSON_PLAIN, body: result ?? {} };
    case 'item': {
      if (!result || !('id' in result)) throw new Error('The operation has to return an id');
      if ('shown' in result) return memberAnswer(resourceNamed(reply.resource), result);
      const { id, once = {} } = result;
      return await readerNamed(readers, reply.resource).item(context, id, { status: status ?? 200, once });
    }
    case 'collection': {
      const request = { input, path, ownNames: Object.keys(query) };
      if (result && 'members' in result) {
        return membersAnswer(resourceNamed(reply.resource), { ...request, ...result });
      }
      if (!result || !('where' in result))
        throw new Error('The operation has to return members or conditions');
      // The operation has looked after the reach itself: its conditions say what is listed.
      const reader = readerNamed(readers, reply.resource);
      return await reader.collection(context, { ...request, ...result, reach: 'all' });
    }
  }
}

function resourceNamed(name: string): ResourceDefinition {
  const found = Object.values(resources).find((resource) => resource.name === name);
  if (!found) throw new Error(`There is no resource ${name}`);
  return found;
}

function readerNamed(readers: Readers, name: string) {
  const reader = readers[resourceNamed(name).path];
  if (!reader) throw new Error(`Nothing reads ${name}`);
  return reader;
}
