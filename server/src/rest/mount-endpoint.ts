import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#protocol/app-error.ts';
import { JSON_LD, JSON_PLAIN, MEDIA_CSV, MERGE_PATCH } from '#protocol/rest/hydra.ts';
import { acceptedLanguage } from '#server/accepted-language.ts';
import { network } from '#server/auth/network.ts';
import { personOf } from '#server/limits/request-rate.ts';
import type { Principal } from '#server/principal.ts';
import { accessTable } from './access-table.ts';
import { authenticate, type PrincipalRule } from './authenticate.ts';
import { canonicalId } from './canonical-id.ts';
import type { RequestContext, RestDeps } from './context.ts';
import { CSV_PAGE_LINES, csvOf, prefersCsv } from './csv.ts';
import { refuseWhenFull } from './disk-full.ts';
import type { Endpoint, EndpointInput, Parameters } from './endpoint.ts';
import { etagOf, hasAlready } from './etag.ts';
import { withFoldedFields } from './folded-fields.ts';
import { compileQuery, type RawQuery } from './list-query.ts';
import { originOf } from './origin.ts';
import { withLocalReferences } from './references.ts';
import { runEndpoint } from './run-endpoint.ts';

/** Registers the route of an endpoint: form, asker, access, work, events, answer, in this order. */
export function mountEndpoint(
  fastify: FastifyInstance,
  deps: RestDeps,
  endpoint: Endpoint,
  changed: () => void,
): void {
  const readQuery = compileQuery(endpoint.lists, endpoint.ownQuery, endpoint.maxPageSize);
  fastify.route({
    method: endpoint.method,
    url: `/${endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    onRequest: refuseWhenFull(deps.disk, endpoint),
    preHandler: [
      async (request) => assertAcceptable(endpoint, request),
      authenticate(deps, principalRule(endpoint)),
      async ({ principal }) => assertNotTooOften(deps, principal),
      async (request) => assertMediaType(endpoint, request),
    ],
    // Also of those that Fastify refuses before it looks at anything else (RFC 9110, 15.5.16; RFC 5789, 2.2).
    async onSend(_request, reply, payload) {
      if (reply.statusCode === 415) reply.headers(acceptedHeaders(endpoint));
      return payload;
    },
    async handler(request, reply) {
      const { principal } = request;
      const asCsv = isAskedAsCsv(endpoint, request);
      const query = readQuery(request.query as RawQuery);
      const context: RequestContext = {
        db: deps.db,
        principal,
        who: principal?.kind ?? 'nobody',
        address: request.ip,
        lang: acceptedLanguage(request.headers['accept-language']),
        requestId: request.id,
        browser: deps.knownBrowsers.of(request.headers.cookie, (value) => reply.header('set-cookie', value)),
        log: request.log,
        deps,
      };
      const input: EndpointInput = {
        ...query,
        ...(asCsv && { list: { ...query.list, pageSize: CSV_PAGE_LINES } }),
        body: endpoint.fields
          ? withLocalReferences(
              endpoint.fields,
              withFoldedFields(endpoint.fields, bodyOf(endpoint, request)),
              [deps.publicUrl, originOf(request)],
            )
          : request.body,
        url: request.url,
        ifMatch: request.headers['if-match'],
        method: request.method,
        headers: request.headers,
      };
      const params = canonicalParameters(request.params as Parameters);
      const work = () => runEndpoint(endpoint, context, params, input);
      const answer = await (principal
        ? deps.turns.run(personOf(principal), work)
        : workForAddress(deps, endpoint, network(request.ip), work));
      if (endpoint.run.transaction) changed();
      reply.code(answer.status).headers(answer.headers ?? {});
      if (answer.file) {
        if (answer.file.media !== null) reply.type(answer.file.media);
        return await reply.send(answer.file.stream ?? undefined);
      }
      if (answer.media === null) return await reply.send();
      if (asCsv) {
        const name = endpoint.path.split('/').at(-1) ?? '';
        reply.header('content-disposition', `attachment; filename="${name}.csv"`);
        const next = nextPageOf(answer.body);
        if (next !== undefined) reply.header('link', `<${next}>; rel="next"`);
        return await reply
          .type(`${MEDIA_CSV}; charset=utf-8`)
          .send(csvOf(endpoint.csv ?? [], membersOf(answer.body)));
      }
      const text = JSON.stringify(answer.body);
      if (endpoint.method === 'GET' || answer.revision !== undefined) {
        const etag = etagOf(answer.revision, text);
        reply.header('etag', etag);
        if (endpoint.method === 'GET' && hasAlready(request.headers['if-none-match'], etag)) {
          return await reply.code(304).send();
        }
      }
      return await reply.type(`${answer.media}; charset=utf-8`).send(text);
    },
  });
}

/** What hashes a password for someone without an account. */
const HASHES: ReadonlySet<string> = new Set([
  'auth.signIn',
  'auth.authenticate',
  'users.create',
  'users.reset',
  'users.resetManager',
  'admins.reset',
  'recordings.openShared',
]);

/** Of many addresses each has its turn before the next one of any: many wrong passwords hold up those alone who send them. */
const workForAddress = <Result>(
  { addressTurns, passwords }: RestDeps,
  { name }: Endpoint,
  from: string,
  work: () => Promise<Result>,
): Promise<Result> => addressTurns.run(from, HASHES.has(name) ? () => passwords.run(from, work) : work);

function assertNotTooOften({ requestRate }: RestDeps, principal: Principal | null): void {
  const overRate = principal && requestRate.requestBy(principal);
  if (overRate) throw overRate;
}

/** UUIDs are written in either case (RFC 9562, section 4), and kept in lower case. */
const canonicalParameters = (params: Parameters): Parameters =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, canonicalId(value)]));

/** What everyone may do needs no token, and a stale one does no harm there. */
const principalRule = ({ name }: Endpoint): PrincipalRule => {
  const row = accessTable[name];
  if (row.nobody === 'yes') return 'ignored';
  if (row.nobody !== undefined) return 'optional';
  return UNVERIFIED_TOO.has(name) ? 'unverified-too' : 'verified';
};

/** What a client loads after sign-up, before the mailed link was followed (specification A5). */
const UNVERIFIED_TOO: ReadonlySet<string> = new Set([
  'users.current',
  'users.agreeToTerms',
  'settings.current',
  'services.current',
  'customers.current',
  'admins.current',
  'auth.signOut',
]);

const bodyOf = ({ bodyOptional }: Endpoint, { body }: FastifyRequest): unknown =>
  bodyOptional && (body === undefined || body === null) ? {} : body;

/** JSON-LD is JSON, so that plain JSON is taken for it. */
const TYPES = {
  'ld+json': [JSON_LD, JSON_PLAIN],
  json: [JSON_LD, JSON_PLAIN],
  'merge-patch': [MERGE_PATCH],
} as const satisfies Record<NonNullable<Endpoint['consumes']>, readonly string[]>;

const acceptedHeaders = ({ consumes }: Endpoint): Readonly<Record<string, string>> => ({
  'accept-encoding': 'identity',
  ...(consumes !== null && { accept: TYPES[consumes].join(', ') }),
  ...(consumes === 'merge-patch' && { 'accept-patch': MERGE_PATCH }),
});

/** 415 before the body is looked at. JSON is UTF-8 (RFC 8259, 8.1): a body that says otherwise would be misread. */
function assertMediaType(endpoint: Endpoint, request: FastifyRequest): void {
  const sent = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  const accepted: readonly string[] =
    endpoint.consumes === null
      ? // An unwanted body is not read (POST /groups/{id}/invite comes with an empty one).
        [sent]
      : [...TYPES[endpoint.consumes], ...(endpoint.bodyOptional && request.body === undefined ? [''] : [])];
  const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(request.headers['content-type'] ?? '')?.[1];
  const isOtherText = charset !== undefined && !['utf-8', 'utf8', 'us-ascii'].includes(charset.toLowerCase());
  const isEncoded = ![undefined, 'identity'].includes(request.headers['content-encoding']?.toLowerCase());
  if (isEncoded || isOtherText || !accepted.includes(sent)) throw new AppError('unsupported-media-type');
}

const membersOf = (body: object | null): readonly object[] => {
  const members: unknown = body && Reflect.get(body, 'hydra:member');
  return Array.isArray(members) ? members : [];
};

/** RFC 8288: a file that ends before the list does says where the rest is. */
function nextPageOf(body: object | null): string | undefined {
  const view: unknown = body && Reflect.get(body, 'hydra:view');
  const next: unknown = typeof view === 'object' && view !== null && Reflect.get(view, 'hydra:next');
  return typeof next === 'string' ? next : undefined;
}

const isAskedAsCsv = (endpoint: Endpoint, { headers }: FastifyRequest): boolean =>
  endpoint.csv !== undefined && prefersCsv(headers.accept);

/** 406 for a client that accepts none of the formats. */
function assertAcceptable(endpoint: Endpoint, request: FastifyRequest): void {
  const { accept } = request.headers;
  if (isAskedAsCsv(endpoint, request) || accept === undefined || accept.trim() === '') return;
  const ranges = accept.split(',').map((range) => range.split(';')[0]?.trim().toLowerCase() ?? '');
  const acceptable = [JSON_LD, JSON_PLAIN, MERGE_PATCH, 'application/*', '*/*'];
  if (!ranges.some((range) => acceptable.includes(range))) throw new AppError('not-acceptable');
}
