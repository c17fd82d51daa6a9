import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#protocol/app-error.ts';
import type { ViolationCode } from '#protocol/errors.ts';
import { JSON_LD, JSON_PLAIN, MEDIA_CSV, MERGE_PATCH } from '#protocol/rest/hydra.ts';
import { changeAndTell } from '#server/change-and-tell.ts';
import type { Principal } from '#server/principal.ts';
import { accessTable, type Reach } from './access-table.ts';
import { authenticate, type PrincipalRule } from './authenticate.ts';
import type { ChangeContext, RequestContext, RestDeps } from './context.ts';
import { CSV_LINES_AT_MOST, csvOf, prefersCsv } from './csv.ts';
import type { Answer, Endpoint, EndpointInput, Parameters } from './endpoint.ts';
import { inEvenTime } from './even-time.ts';
import { compileQuery, type ListOptions, type RawQuery } from './list-query.ts';
import { originOf } from './origin.ts';
import { withLocalReferences } from './references.ts';

/** Registers the route of an endpoint: form, asker, access, work, events, answer, in this order. */
export function mountEndpoint(fastify: FastifyInstance, deps: RestDeps, endpoint: Endpoint): void {
  const readQuery = compileQuery(endpoint.lists, endpoint.ownQuery);
  const rule = principalRule(endpoint);
  fastify.route({
    method: endpoint.method,
    url: `/${endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    async handler(request, reply) {
      const asCsv = endpoint.csv !== undefined && prefersCsv(request.headers.accept);
      if (!asCsv) assertAcceptable(request.headers.accept);
      const principal = await authenticate(deps.auth, request, rule);
      const who = principal?.kind ?? 'nobody';
      if (who === 'nobody' && accessTable[endpoint.name].nobody === undefined) {
        throw new AppError('unauthenticated');
      }
      assertMediaType(endpoint, request);
      const query = readQuery(request.query as RawQuery);
      const context: RequestContext = {
        db: deps.db,
        principal,
        who,
        address: request.ip,
        lang: langOf(request.headers['accept-language']),
        log: request.log,
        deps,
      };
      const input: EndpointInput = {
        ...query,
        ...(asCsv && { list: { ...query.list, page: 1, pageSize: CSV_LINES_AT_MOST } }),
        body: endpoint.fields
          ? withLocalReferences(endpoint.fields, request.body, originOf(request))
          : request.body,
        url: request.url,
        ifMatch: request.headers['if-match'],
        method: request.method,
        headers: request.headers,
      };
      const answer = await inEvenTime(
        () => run(endpoint, context, request.params as Parameters, input),
        (outcome) => couldTell(outcome, accessTable[endpoint.name][who], input.list),
      );
      reply.code(answer.status).headers(answer.headers ?? {});
      if (answer.file) {
        if (answer.file.media !== null) reply.type(answer.file.media);
        return await reply.send(answer.file.stream ?? undefined);
      }
      if (answer.media === null) return await reply.send();
      if (asCsv) {
        const name = endpoint.path.split('/').at(-1) ?? '';
        reply.header('content-disposition', `attachment; filename="${name}.csv"`);
        return await reply
          .type(`${MEDIA_CSV}; charset=utf-8`)
          .send(csvOf(endpoint.csv ?? [], membersOf(answer.body)));
      }
      return await reply.type(`${answer.media}; charset=utf-8`).send(JSON.stringify(answer.body));
    },
  });
}

async function run(
  endpoint: Endpoint,
  context: RequestContext,
  params: Parameters,
  input: EndpointInput,
): Promise<Answer> {
  const reach = accessTable[endpoint.name][context.who];
  const { run, checkBody } = endpoint;
  if (!run.transaction) {
    const handle = await run.open(context, params, reach);
    checkBody?.(input.body);
    return await handle(input);
  }
  return await changeAndTell(context.db, context.deps.events, async (trx, publish) => {
    const change: ChangeContext = {
      ...context,
      db: trx,
      publish,
      async audit(action, resource, resourceId, customerId) {
        await trx
          .insertInto('logs')
          .values({
            ...actorOf(context.principal),
            action,
            resource,
            resource_id: resourceId,
            customer_id: customerId,
            address: context.address,
          })
          .execute();
      },
    };
    const handle = await run.open(change, params, reach);
    checkBody?.(input.body);
    return await handle(input);
  });
}

/**
 * Whether the time of an answer could tell of things that the asker does not see: it says that something is not there, or
 * a list of less than everything was narrowed, which takes longer where others' rows had to be passed over.
 */
function couldTell(
  outcome: PromiseSettledResult<Answer>,
  reach: Reach | undefined,
  { filters, search }: ListOptions,
): boolean {
  if (outcome.status === 'fulfilled') {
    return reach !== 'all' && (search !== null || Object.keys(filters).length > 0);
  }
  const error: unknown = outcome.reason;
  if (!(error instanceof AppError)) return false;
  return error.code === 'not-found' || error.violations.some(({ code }) => UNKNOWN.has(code));
}

/** What a body refers to, or invites, is not there for the asker. */
const UNKNOWN: ReadonlySet<ViolationCode> = new Set([
  'reference-unknown',
  'pair-user-unknown',
  'pair-device-unknown',
]);

const actorOf = (principal: Principal | null) => ({
  actor_kind: principal?.kind ?? 'nobody',
  actor_id: principal && principal.kind !== 'guest' ? principal.id : null,
});

/** What everybody may do needs no token, and a stale one does no harm there. */
const principalRule = ({ name }: Endpoint): PrincipalRule => {
  const row = accessTable[name];
  if (row.nobody === 'yes') return 'ignored';
  if (row.nobody !== undefined) return 'optional';
  return UNVERIFIED_TOO.has(name) ? 'unverified-too' : 'verified';
};

/** What a client loads after sign-up, before the mailed link was followed (product.md section 4, sign-up flow). */
const UNVERIFIED_TOO: ReadonlySet<string> = new Set([
  'users.current',
  'users.agreeToTerms',
  'settings.current',
  'services.current',
  'customers.current',
  'admins.current',
  'auth.signOut',
]);

/** 415 before the body is looked at. JSON-LD is JSON, so that plain JSON is taken for it. */
function assertMediaType(endpoint: Endpoint, request: FastifyRequest): void {
  const sent = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  const accepted =
    endpoint.consumes === 'merge-patch'
      ? [MERGE_PATCH]
      : endpoint.consumes === null
        ? // A body where none is wanted is not read, whatever it is (POST /groups/{id}/invite comes with an empty one).
          [sent]
        : [JSON_LD, JSON_PLAIN];
  if (!accepted.includes(sent)) throw new AppError('unsupported-media-type');
}

const membersOf = (body: object | null): readonly object[] => {
  const members: unknown = body && Reflect.get(body, 'hydra:member');
  return Array.isArray(members) ? members : [];
};

/** 406 for who takes none of what there is. */
function assertAcceptable(accept: string | undefined): void {
  if (accept === undefined || accept.trim() === '') return;
  const ranges = accept.split(',').map((range) => range.split(';')[0]?.trim().toLowerCase() ?? '');
  const acceptable = [JSON_LD, JSON_PLAIN, MERGE_PATCH, 'application/*', '*/*'];
  if (!ranges.some((range) => acceptable.includes(range))) throw new AppError('not-acceptable');
}

/** Japanese where the first language begins with ja, else English (product.md section 1). */
const langOf = (acceptLanguage: string | undefined): 'ja' | 'en' =>
  acceptLanguage?.trim().toLowerCase().startsWith('ja') ? 'ja' : 'en';
