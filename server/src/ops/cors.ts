import type { FastifyInstance, FastifyRequest } from 'fastify';
import { API_PREFIX } from '#protocol/rest/field.ts';

const ALLOWED_HEADERS = [
  ...['accept', 'accept-language', 'authorization', 'content-type'],
  ...['idempotency-key', 'if-match', 'if-none-match', 'range', 'x-request-id'],
].join(', ');
const ALLOWED_METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';
const EXPOSED_HEADERS = [
  ...['Link', 'ETag', 'Location', 'Retry-After', 'X-Request-Id', 'Allow', 'WWW-Authenticate'],
  ...['Content-Disposition', 'Content-Range', 'Accept-Ranges'],
].join(', ');
/** Seconds; no browser remembers a preflight for longer. */
const PREFLIGHT_MAX_AGE_S = 7_200;

/**
 * Lets pages of these origins use the API (CORS_ORIGINS). Tokens travel in a header, so that no credentials of the browser are
 * allowed. Registered after the security headers, one of which it replaces, and before the limits: their refusals have
 * to be readable too.
 */
export function registerCors(fastify: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return;
  fastify.addHook('onRequest', async (request, reply) => {
    if (!isOfApi(request)) return;
    reply.header('vary', 'Origin');
    const { origin } = request.headers;
    if (origin === undefined || !origins.includes(origin)) return;
    reply.headers({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': EXPOSED_HEADERS,
      'cross-origin-resource-policy': 'cross-origin',
    });
    if (!isPreflight(request)) return;
    await reply
      .code(204)
      .headers({
        'access-control-allow-methods': ALLOWED_METHODS,
        'access-control-allow-headers': ALLOWED_HEADERS,
        'access-control-max-age': PREFLIGHT_MAX_AGE_S,
      })
      .send();
  });
}

const isOfApi = ({ url }: FastifyRequest): boolean =>
  url === API_PREFIX || url.startsWith(`${API_PREFIX}/`) || url.startsWith(`${API_PREFIX}?`);

const isPreflight = ({ method, headers }: FastifyRequest): boolean =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
