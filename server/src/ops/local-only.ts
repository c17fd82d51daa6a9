import type { FastifyRequest } from 'fastify';
import { isLoopback } from '#server/config.ts';

/**
 * Whether a browser on this machine asks, by the server's own address. What a reverse proxy passes on names the proxy's
 * address for it, or itself in a header; a page of the internet whose name leads to 127.0.0.1 (DNS rebinding) names its own.
 * A second look only: what is shown on the strength of it is switched on by a setting.
 */
export function isFromThisMachine(request: FastifyRequest, publicUrl: string): boolean {
  const forwarded = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'].some(
    (header) => request.headers[header] !== undefined,
  );
  const remote = request.socket.remoteAddress ?? '';
  return !forwarded && isLoopback(remote) && request.headers.host === new URL(publicUrl).host;
}
