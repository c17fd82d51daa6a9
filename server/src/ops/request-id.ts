import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';

const REQUEST_ID_HEADER = 'x-request-id';

/** What a reverse proxy may send: UUIDs, ULIDs, hexadecimal ids. Anything else could forge log lines or fill them. */
const GIVEN_ID = /^[\w.:+/=-]{8,128}$/;
/** `00-TRACE-PARENT-FLAGS` (W3C Trace Context, 3.2). */
const TRACE_PARENT = /^[\da-f]{2}-(?!0{32})([\da-f]{32})-[\da-f]{16}-[\da-f]{2}/;

const headerOf = (request: IncomingMessage, name: string): string | undefined => {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
};

/** The id that a proxy has given the request, so that its log and this one can be joined, or else a new one. */
export function chooseRequestId(request: IncomingMessage): string {
  const given = headerOf(request, REQUEST_ID_HEADER);
  return given !== undefined && GIVEN_ID.test(given) ? given : randomUUID();
}

/** A request's own logger names its id, and the trace that it belongs to. */
export function createRequestLog(
  log: FastifyBaseLogger,
  bindings: Record<string, unknown>,
  request: IncomingMessage,
): FastifyBaseLogger {
  const traceId = TRACE_PARENT.exec(headerOf(request, 'traceparent') ?? '')?.[1];
  return log.child(traceId === undefined ? bindings : { ...bindings, traceId });
}

/** Every answer names the id under which the log has its request. */
export function registerRequestIds(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', async (request, reply) => {
    reply.header(REQUEST_ID_HEADER, request.id);
  });
}
