import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { AppError } from '#protocol/app-error.ts';
import { JSON_LD } from '#protocol/rest/hydra.ts';
import { errorBody } from '#server/rest/error-body.ts';

const CODES = {
  HPE_HEADER_OVERFLOW: 'request-too-long',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-incomplete',
} as const;
const isKnown = (code: string): code is keyof typeof CODES => Object.hasOwn(CODES, code);

/**
 * Node.js refuses these before there is a request, or while its body arrives: an address or headers of more than 16 KiB, what is no
 * HTTP, and what is not complete in time.
 */
export function answerClientError({ code = '' }: Error & { readonly code?: string }, socket: Duplex): void {
  if (socket.destroyed || !socket.writable || code === 'ECONNRESET') return;
  answerBare(socket, new AppError(isKnown(code) ? CODES[code] : 'malformed-request'));
}

/** Answers openings of a socket that break RFC 6455, such as one with an unknown version. Needs `@fastify/websocket`. */
export function answerHandshakeErrors({ websocketServer }: FastifyInstance): void {
  websocketServer.on('wsClientError', ({ message }, socket) => {
    // RFC 6455, 4.4.
    answerBare(socket, new AppError('malformed-request', { message }), ['Sec-WebSocket-Version: 13, 8']);
  });
}

/** Refuses `CONNECT`, which asks for a tunnel (RFC 9110, 9.3.6); Node.js would close its connection without an answer. */
export function answerTunnel(_request: IncomingMessage, socket: Duplex): void {
  // Whoever asked may be gone.
  socket.on('error', () => socket.destroy());
  answerBare(socket, new AppError('malformed-request', { message: 'This server is no proxy.' }));
}

/** Answers a request with an unknown `Expect`. Node.js answers `100-continue` itself. */
export function answerExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const error = new AppError('expectation-failed');
  const body = bodyOf(error);
  response.writeHead(error.status, {
    'content-type': MEDIA,
    'content-length': Buffer.byteLength(body),
    // The body of the request may follow or not.
    connection: 'close',
  });
  response.end(body);
}

const MEDIA = `${JSON_LD}; charset=utf-8`;
const bodyOf = (error: AppError): string => JSON.stringify(errorBody(error, randomUUID()));

/** Where there is no response to write to. */
function answerBare(socket: Duplex, error: AppError, headers: readonly string[] = []): void {
  const body = bodyOf(error);
  const head = [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`,
    `Content-Type: ${MEDIA}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    ...headers,
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
