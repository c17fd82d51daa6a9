import { isUtf8 } from 'node:buffer';
import type { FastifyError, FastifyInstance } from 'fastify';
import { reasonOf } from '#platform/reason.ts';
import { AppError } from '#protocol/app-error.ts';
import { API_PREFIX } from '#protocol/rest/field.ts';
import { JSON_LD, JSON_PLAIN, MERGE_PATCH } from '#protocol/rest/hydra.ts';
import { isServerFault, toAppError } from '#server/errors.ts';
import type { RestDeps } from './context.ts';
import { createRestApi, type RestApi } from './create-endpoints.ts';
import { registerDocs, registerDocsPage } from './docs/register-docs.ts';
import type { Endpoint } from './endpoint.ts';
import { mountEndpoint } from './mount-endpoint.ts';
import { sendError } from './send-error.ts';

/** Bytes of a body. The longest is a notification in two languages. */
const BODY_LIMIT_BYTES = 256 * 1024;

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Everything under `/api/v1` but the signalling socket. */
export async function registerRest(
  fastify: FastifyInstance,
  deps: RestDeps,
  { endpoints, totals }: RestApi = createRestApi(),
): Promise<void> {
  await fastify.register(
    (api, _options, done) => {
      readJsonOnly(api);
      api.decorateRequest('principal', null);
      api.addHook('onRequest', async (_request, reply) => {
        reply.headers({
          link: `<${deps.publicUrl}${API_PREFIX}/docs.jsonld>; rel="http://www.w3.org/ns/hydra/core#apiDocumentation"`,
          'cache-control': 'no-store',
          vary: 'Accept, Authorization, Origin',
        });
      });
      api.setErrorHandler<FastifyError>(async (thrown, request, reply) => {
        const error = toAppError(thrown);
        // No one waits for the answer any more, and what fails for that reason is no fault of the server.
        if (request.raw.socket.destroyed) request.log.debug({ code: error.code }, 'Request given up');
        else if (isServerFault(error))
          request.log.error({ err: error.cause ?? error, req: request }, 'Request failed');
        // Anyone who reports the id of the answer is to be found in the log.
        else if (error.status >= 500)
          request.log.warn({ code: error.code, ...reasonIn(error), req: request }, 'Request not served');
        else request.log.debug({ code: error.code }, 'Request refused');
        return sendError(reply, error);
      });
      api.setNotFoundHandler((_request, reply) => sendError(reply, new AppError('not-found')));
      for (const endpoint of endpoints) mountEndpoint(api, deps, endpoint, () => totals.clear());
      registerDocs(api, endpoints, deps);
      refuseOtherMethods(api, endpoints);
      // Before the static files' own `/*`, whose not-found is none of the API's form.
      api.all('/*', async () => {
        throw new AppError('not-found');
      });
      done();
    },
    { prefix: API_PREFIX },
  );
  await registerDocsPage(fastify, endpoints, deps);
}

/** Anything else is 415. A body is parsed by Fastify's own parser, which refuses `__proto__`. */
function readJsonOnly(api: FastifyInstance): void {
  api.removeAllContentTypeParsers();
  const parse = api.getDefaultJsonParser('error', 'error');
  api.addContentTypeParser<Buffer>(
    [JSON_LD, JSON_PLAIN, MERGE_PATCH],
    { parseAs: 'buffer', bodyLimit: BODY_LIMIT_BYTES },
    (request, body, done) => {
      // POST /groups/{id}/invite has a media type and an empty body.
      if (body.length === 0) done(null, undefined);
      else if (!isUtf8(body)) done(new AppError('malformed-body'));
      else void parse(request, body.toString('utf8'), done);
    },
  );
}

/** 405 with `Allow` where there is the path, but not the method. */
function refuseOtherMethods(api: FastifyInstance, endpoints: readonly Endpoint[]): void {
  const byPath = Map.groupBy(endpoints, ({ path }) => path.replaceAll(/\{(\w+)\}/g, ':$1'));
  for (const [path, there] of byPath) {
    const methods = new Set<string>(there.map(({ method }) => method));
    const allow = [...methods, ...(methods.has('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
    api.route({
      method: 'OPTIONS',
      url: `/${path}`,
      handler: async (_request, reply) => await reply.code(204).header('allow', allow).send(),
    });
    const others = METHODS.filter((method) => !methods.has(method));
    if (others.length === 0) continue;
    api.route({
      method: others,
      url: `/${path}`,
      handler: async (_request, reply) => {
        reply.header('allow', allow);
        throw new AppError('method-not-allowed');
      },
    });
  }
}

const reasonIn = ({ cause }: AppError): { readonly reason?: string } =>
  cause === undefined ? {} : { reason: reasonOf(cause) };
