import type { IncomingMessage } from 'node:http';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Logger } from '#platform/log.ts';
import type { Config } from './config.ts';
import { answerClientError, answerExpectation, answerTunnel } from './ops/client-error.ts';
import { answerError } from './ops/error-handler.ts';
import { readForwardedAddresses } from './ops/forwarded.ts';
import { chooseRequestId, createRequestLog, registerRequestIds } from './ops/request-id.ts';
import { SIGNAL_PATH } from './signal/signal-path.ts';

/** Time for a whole request to arrive; uploads there are none. */
const REQUEST_TIMEOUT_MS = 30_000;
/** Longer than load balancers keep an idle connection, so that it is they who close it. */
const KEEP_ALIVE_TIMEOUT_MS = 72_000;
/** Bytes of a body where a route says nothing else. */
const BODY_LIMIT_BYTES = 256 * 1024;
/** Characters of a path parameter; ids and serials are far shorter. */
const MAX_PARAMETER_LENGTH = 200;

/** Without any routes or plugins. */
export function createFastify(config: Pick<Config, 'trustedProxies'>, log: Logger): FastifyInstance {
  const loggerInstance: FastifyBaseLogger = log;
  const fastify = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: chooseRequestId,
    childLoggerFactory: (logger, bindings, _options, request) => createRequestLog(logger, bindings, request),
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    // Anything else that asks for another protocol is answered in this one, as RFC 9110, 7.8 has it.
    http: { shouldUpgradeCallback: isForSignal },
    routerOptions: { maxParamLength: MAX_PARAMETER_LENGTH },
    clientErrorHandler: answerClientError,
    frameworkErrors: answerError,
  });
  fastify.server.on('checkExpectation', answerExpectation);
  fastify.server.on('connect', answerTunnel);
  dropAbandoned(fastify);
  if (config.trustedProxies.length > 0) readForwardedAddresses(fastify);
  registerRequestIds(fastify);
  fastify.addHook('onResponse', async (request, reply) => {
    request.log.debug(
      { req: request, status: reply.statusCode, elapsedMs: Math.round(reply.elapsedTime) },
      'Answered',
    );
  });
  return fastify;
}

const isForSignal = ({ url = '', headers }: IncomingMessage): boolean =>
  headers.upgrade?.toLowerCase() === 'websocket' && url.split('?', 1)[0] === SIGNAL_PATH;

/** Before anyone asks for its address: a connection that its client has reset has none any more, and no one waits for an answer. */
function dropAbandoned(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', async ({ raw }, reply) => {
    if (raw.socket.remoteAddress !== undefined) return;
    reply.hijack();
    raw.destroy();
  });
}

/** Requests that are being answered have this long to end once the server is closing. */
const DRAIN_MS = 3_000;

/** Takes no new requests, lets those that are there end, and cuts what is left: a slow client must not hold the end up. */
export async function closeHttp(fastify: FastifyInstance): Promise<void> {
  const cut = setTimeout(() => fastify.server.closeAllConnections(), DRAIN_MS);
  try {
    await fastify.close();
  } finally {
    clearTimeout(cut);
  }
}
