import type { FastifyInstance } from 'fastify';
import { readAddress } from '#server/auth/network.ts';

/** Addresses of `X-Forwarded-For` that are read, from the right: far more than there are proxies one behind the other. */
const MAX_FORWARDED = 32;

/**
 * Makes `X-Forwarded-For` readable before anyone asks for `request.ip`, of REST and of the socket's upgrade alike. Azure's
 * and some other proxies write the client's port beside its address (`203.0.113.8:51234`, `[2001:db8::1]:443`): taken as it
 * is, each connection would count as an address of its own, and a proxy behind another one would not be trusted.
 */
export function readForwardedAddresses(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', async ({ raw }) => {
    const forwarded = raw.headers['x-forwarded-for'];
    if (typeof forwarded === 'string') raw.headers['x-forwarded-for'] = readableAddresses(forwarded);
  });
}

/** What is no address counts, with all to the left of it, as the proxy that sent it. */
function readableAddresses(forwarded: string): string {
  const addresses = forwarded
    .split(',')
    .slice(-MAX_FORWARDED)
    .map((each) => readAddress(each.trim()));
  return addresses.slice(addresses.lastIndexOf(null) + 1).join(', ');
}

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
