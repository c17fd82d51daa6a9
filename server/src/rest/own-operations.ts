import { operations, resources } from '#protocol/rest/api.ts';
import { bodySchema, type OperationDefinition } from '#protocol/rest/define-operation.ts';
import type { ResourceDefinition } from '#protocol/rest/define-resource.ts';
import { JSON_PLAIN } from '#protocol/rest/hydra.ts';
import { assertBody, compileBodyCheck } from './body-check.ts';
import type { RequestContext } from './context.ts';
import { assertReach } from './crud-endpoints.ts';
import type { Answer, Endpoint, EndpointInput, FileAnswer, Member, OperationHandler } from './endpoint.ts';
import type { Readers } from './references.ts';
import { memberAnswer, membersAnswer } from './resource-reader.ts';
import type { Condition, Sorting } from './row-source.ts';

/** Makes an endpoint of an operation that no other resource has. */
export function ownEndpoint(handler: OperationHandler, readers: Readers): Endpoint {
  const operation: OperationDefinition = operations[handler.name];
  const fields = operation.body ?? null;
  const check = fields && compileBodyCheck(bodySchema(fields), fields);
  const lists = operation.reply.kind === 'collection' ? resourceNamed(operation.reply.resource) : null;
  const { handle, open: find = async (context) => (input: object) => handle(context, input) } =
    handler as ErasedHandler;

  const open = async (
    context: RequestContext,
    params: Readonly<Record<string, string>>,
    reach: Parameters<Endpoint['run']['open']>[2],
  ) => {
    const work = await find(context, params, reach);
    assertReach(context, reach);
    return async (input: EndpointInput): Promise<Answer> => {
      const result = await work({ ...input, params, reach });
      return await answer(operation, readers, context, { ...input, reach }, result);
    };
  };
  return {
    name: handler.name,
    method: operation.method,
    path: operation.path,
    consumes: fields ? operation.media : null,
    fields,
    checkBody: check && ((body) => assertBody(check(body))),
    lists,
    ownQuery: operation.query ?? {},
    ...(operation.csv && { csv: operation.csv }),
    run: { transaction: handler.transaction, open },
  };
}

/** What the union of all handlers has in common, one of the two; each name's own types were checked where it was written. */
interface ErasedHandler {
  handle(context: RequestContext, input: object): Promise<Result>;
  open?(context: RequestContext, params: object, reach: unknown): Promise<(input: object) => Promise<Result>>;
}

type Result =
  | { readonly id: string; readonly once?: object }
  | Member
  | { readonly where: readonly Condition[]; readonly order?: readonly Sorting[] }
  | { readonly members: readonly Member[]; readonly total: number }
  | object
  | undefined;

async function answer(
  operation: OperationDefinition,
  readers: Readers,
  context: RequestContext,
  input: EndpointInput & { readonly reach: Parameters<Endpoint['run']['open']>[2] },
  result: Result,
): Promise<Answer> {
  const { reply } = operation;
  switch (reply.kind) {
    case 'nothing':
      return { status: operation.status ?? 204, media: null, body: null };
    case 'file': {
      if (!isFileAnswer(result)) throw new Error('The operation has to return a file');
      return { status: result.status, media: null, body: null, headers: result.headers, file: result };
    }
    case 'json':
      return { status: operation.status ?? 200, media: JSON_PLAIN, body: result ?? {} };
    case 'item': {
      if (!result || !('id' in result)) throw new Error('The operation has to return an id');
      if ('shown' in result) return memberAnswer(resourceNamed(reply.resource), result);
      return await readerNamed(readers, reply.resource).item(context, result.id, {
        status: operation.status ?? 200,
        once: 'once' in result ? (result.once ?? {}) : {},
      });
    }
    case 'collection': {
      const request = { input, path: operation.path, ownNames: Object.keys(operation.query ?? {}) };
      if (result && 'members' in result) {
        return membersAnswer(resourceNamed(reply.resource), { ...request, ...result });
      }
      if (result && 'where' in result) {
        // The operation has looked after the reach itself: its conditions say what is listed.
        return await readerNamed(readers, reply.resource).collection(context, {
          ...request,
          where: result.where,
          ...('order' in result && result.order && { order: result.order }),
          reach: 'all',
        });
      }
      throw new Error('The operation has to return members or conditions');
    }
  }
}

const isFileAnswer = (result: Result): result is FileAnswer =>
  result !== undefined && 'stream' in result && 'status' in result && 'headers' in result;

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
