import type { FastifyRequest } from 'fastify';
import { isLoopback } from '#server/config.ts';

/**
 * Whether a request comes from this machine itself. A reverse proxy on the same machine does too, so what it forwards
 * does not count; nor does a page of the internet whose name was pointed at 127.0.0.1 (DNS rebinding), since its
 * `Host` is not ours.
 */
export function isFromThisMachine(request: FastifyRequest): boolean {
  const forwarded = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'via'].some(
    (header) => request.headers[header] !== undefined,
  );
  const remote = request.socket.remoteAddress ?? '';
  const host = (request.headers.host ?? '').replace(/:\d+$/, '');
  return !forwarded && isLoopback(remote) && isLoopback(host);
}
