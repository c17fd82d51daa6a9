import type { FastifyInstance } from 'fastify';

/** Says once that a proxy speaks for others whom no one has named: all of them count as one address. */
export function warnOfUntrustedProxy(fastify: FastifyInstance): void {
  let isLogged = false;
  fastify.addHook('onRequest', async (request) => {
    if (isLogged || request.headers['x-forwarded-for'] === undefined) return;
    isLogged = true;
    request.log.warn(
      { proxy: request.ip },
      'X-Forwarded-For is not believed: name the proxy in TRUSTED_PROXIES, or limits count all its users as one address',
    );
  });
}
