import { timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface NodeHttpOptions {
  /** What exactly runs: the version and the commit. */
  readonly build: string;
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  /** Bearer token of `/metrics`; null: metrics are not served. */
  readonly metricsToken: string | null;
  /** What is missing for the node to take rooms; empty: nothing. */
  readonly missing: () => Promise<readonly string[]>;
  readonly metrics: () => Promise<{ readonly contentType: string; readonly text: string }>;
  readonly onError: (error: unknown) => void;
}

export interface NodeHttp {
  readonly port: number;
  close(): void;
}

/**
 * The HTTP endpoints for operators of a media node: `/healthz` (the process lives), `/readyz` (it takes rooms; 503 with the
 * names of what is missing) and `/metrics` for Prometheus.
 */
export async function serveNodeHttp(options: NodeHttpOptions): Promise<NodeHttp> {
  const server = createServer((request, response) => {
    answer(request, response, options).catch((error: unknown) => {
      options.onError(error);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  server.listen(options.port, options.host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { build, metricsToken, missing, metrics }: NodeHttpOptions,
): Promise<void> {
  const send = (status: number, contentType: string, body: string) =>
    response.writeHead(status, { 'content-type': contentType, 'cache-control': 'no-store' }).end(body);
  const sendJson = (status: number, body: object) => send(status, 'application/json', JSON.stringify(body));
  const { pathname } = new URL(request.url ?? '/', 'http://node');
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    sendJson(405, { code: 'method-not-allowed' });
  } else if (pathname === '/healthz') {
    sendJson(200, { status: 'ok', build });
  } else if (pathname === '/readyz') {
    const names = await missing();
    const ready = names.length === 0;
    sendJson(ready ? 200 : 503, { status: ready ? 'ready' : 'not-ready', missing: names });
  } else if (pathname === '/metrics' && mayRead(request, metricsToken)) {
    const { contentType, text } = await metrics();
    send(200, contentType, text);
  } else {
    sendJson(404, { code: 'not-found' });
  }
}

function mayRead({ headers }: IncomingMessage, token: string | null): boolean {
  if (token === null) return false;
  const expected = Buffer.from(`Bearer ${token}`);
  const given = Buffer.from(headers.authorization ?? '');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
