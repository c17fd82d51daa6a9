import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RequestRate } from '#server/limits/request-rate.ts';
import { registerCors } from './cors.ts';
import { registerPressureLimits } from './pressure.ts';
import { registerSecurityHeaders } from './security-headers.ts';

const ALLOWED = 'https://console.example.org';
const REQUESTS_PER_MINUTE = 10;
const LIMITS = { requestsPerMinute: REQUESTS_PER_MINUTE, accountRequestsPerMinute: REQUESTS_PER_MINUTE };

async function open(origins: readonly string[]): Promise<FastifyInstance> {
  const fastify = Fastify();
  await registerSecurityHeaders(fastify, 'https://hibiki.example.org');
  registerCors(fastify, origins);
  await registerPressureLimits(fastify, new RequestRate(LIMITS));
  fastify.get('/api/v1/users', async () => ({}));
  fastify.get('/', async () => 'page');
  await fastify.ready();
  return fastify;
}

let fastify: FastifyInstance;
let closed: FastifyInstance;
beforeAll(async () => {
  fastify = await open([ALLOWED]);
  closed = await open([]);
});
afterAll(async () => {
  await Promise.all([fastify.close(), closed.close()]);
});

const ask = async (server: FastifyInstance, origin: string, url = '/api/v1/users') =>
  (await server.inject({ url, headers: { origin } })).headers;

describe('an allowed origin', () => {
  it('may read the answers of the API, and the headers that a client needs', async () => {
    const headers = await ask(fastify, ALLOWED);
    expect(headers).toMatchObject({
      'access-control-allow-origin': ALLOWED,
      'cross-origin-resource-policy': 'cross-origin',
      vary: 'Origin',
    });
    const exposed = String(headers['access-control-expose-headers']).split(', ');
    expect(exposed).toEqual(expect.arrayContaining(['Link', 'ETag', 'Retry-After', 'X-Request-Id']));
    expect(headers['access-control-allow-credentials']).toBeUndefined();
  });

  it('is told before it sends what it may send', async () => {
    const answer = await fastify.inject({
      method: 'OPTIONS',
      url: '/api/v1/users',
      headers: {
        origin: ALLOWED,
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'authorization,content-type,if-match',
      },
    });
    expect(answer.statusCode).toBe(204);
    expect(String(answer.headers['access-control-allow-methods'])).toContain('PATCH');
    const allowed = String(answer.headers['access-control-allow-headers']).split(', ');
    expect(allowed).toEqual(expect.arrayContaining(['authorization', 'content-type', 'if-match']));
  });

  it('may read that it asks too often', async () => {
    for (let request = 0; request <= REQUESTS_PER_MINUTE; request += 1) await ask(fastify, ALLOWED);
    const answer = await fastify.inject({ url: '/api/v1/users', headers: { origin: ALLOWED } });
    expect([answer.statusCode, answer.headers['access-control-allow-origin']]).toEqual([429, ALLOWED]);
  });
});

describe('nothing is allowed', () => {
  it.each([
    'https://evil.example',
    'https://console.example.org.evil.example',
    'http://console.example.org',
    'null',
  ])('to %s', async (origin) => {
    const headers = await ask(fastify, origin);
    expect(headers).toMatchObject({ vary: 'Origin', 'cross-origin-resource-policy': 'same-origin' });
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });

  it('for pages, and to anybody where no origin is named', async () => {
    expect((await ask(fastify, ALLOWED, '/'))['access-control-allow-origin']).toBeUndefined();
    expect((await ask(closed, ALLOWED))['access-control-allow-origin']).toBeUndefined();
  });
});
