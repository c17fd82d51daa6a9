import Fastify, { type FastifyReply } from 'fastify';
import { describe, expect, it } from 'vitest';
import { AppError } from '#protocol/app-error.ts';
import { wireError } from '#protocol/wire-error.ts';
import { isServerFault, retryAfterSeconds, toAppError } from './errors.ts';

const withCode = (code: string, message = 'x') => Object.assign(new Error(message), { code });

/** What a request to a small Fastify application is refused with. */
async function refusalOf(request: {
  payload?: string;
  contentType?: string;
  url?: string;
}): Promise<AppError> {
  const { promise, resolve } = Promise.withResolvers<AppError>();
  const frameworkErrors = (error: Error, _request: unknown, reply: FastifyReply): void => {
    resolve(toAppError(error));
    reply.send();
  };
  const fastify = Fastify({ bodyLimit: 64, frameworkErrors });
  fastify.setErrorHandler((error) => {
    resolve(toAppError(error));
    return {};
  });
  const body = {
    type: 'object',
    required: ['name'],
    additionalProperties: false,
    properties: {
      name: { type: 'string' },
      deep: { type: 'object', properties: { list: { type: 'array', items: { type: 'number' } } } },
    },
  };
  const querystring = { type: 'object', properties: { page: { type: 'integer' } } };
  fastify.post('/things', { schema: { body, querystring } }, () => ({}));
  await fastify.inject({
    method: 'POST',
    url: request.url ?? '/things',
    headers: { 'content-type': request.contentType ?? 'application/json' },
    payload: request.payload ?? '{"name":"a"}',
  });
  await fastify.close();
  return await promise;
}

describe('toAppError', () => {
  it('passes an AppError on as it is', () => {
    const error = new AppError('forbidden');
    expect(toAppError(error)).toBe(error);
  });

  it('hides what was not foreseen behind internal-error, and keeps it as the cause', () => {
    const secret = new Error('connection string postgres://…');
    const error = toAppError(secret);
    expect(error).toMatchObject({ code: 'internal-error', status: 500, cause: secret });
    expect(JSON.stringify(wireError(error))).not.toContain('postgres');
    expect(isServerFault(error)).toBe(true);
    expect(toAppError('thrown text').code).toBe('internal-error');
  });

  it.each([
    ['57P01', 'terminating connection due to administrator command'],
    ['57P03', 'the database system is starting up'],
    ['53300', 'sorry, too many clients already'],
    ['08006', 'connection failure'],
    ['57014', 'canceling statement due to statement timeout'],
    ['40001', 'could not serialize access'],
    ['40P01', 'deadlock detected'],
    ['ECONNREFUSED', 'connect ECONNREFUSED'],
    ['', 'Connection terminated unexpectedly'],
    ['', 'timeout exceeded when trying to connect'],
  ])('says service-unavailable, with a time to come back, where the database says %s %s', (code, message) => {
    const error = toAppError(withCode(code, message));
    expect(error).toMatchObject({ code: 'service-unavailable', status: 503 });
    expect(retryAfterSeconds(error)).toBeGreaterThan(0);
    expect(isServerFault(error)).toBe(false);
  });

  it('tells a vanished socket from a missing file', () => {
    expect(toAppError(Object.assign(withCode('ENOENT'), { syscall: 'connect' })).code).toBe(
      'service-unavailable',
    );
    expect(toAppError(Object.assign(withCode('ENOENT'), { syscall: 'open' })).code).toBe('internal-error');
  });

  it('says conflict where a race for a unique value was lost', () => {
    expect(toAppError(withCode('23505')).code).toBe('conflict');
  });

  it.each([
    [{ payload: '{"name":' }, 'malformed-body'],
    [{ payload: '' }, 'malformed-body'],
    [{ payload: `{"name":"${'a'.repeat(100)}"}` }, 'body-too-large'],
    [{ contentType: 'text/csv' }, 'unsupported-media-type'],
    [{ url: '/%zz' }, 'not-found'],
    [{ url: '/things?page=x' }, 'invalid-query-parameter'],
  ] as const)('knows what Fastify refuses: %j is %s', async (request, code) => {
    expect((await refusalOf(request)).code).toBe(code);
  });

  it('names each field that did not pass, with the path that API Platform writes', async () => {
    const missing = await refusalOf({ payload: '{}' });
    expect(missing.code).toBe('validation-failed');
    expect(missing.violations).toEqual([
      { propertyPath: 'name', code: 'required', message: 'Fill in this field.' },
    ]);
    const deep = await refusalOf({ payload: '{"name":"a","deep":{"list":[1,"x"]}}' });
    expect(deep.violations).toMatchObject([{ propertyPath: 'deep.list[1]', code: 'invalid' }]);
  });
});
