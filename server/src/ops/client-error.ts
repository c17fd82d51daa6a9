import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { AppError } from '#protocol/app-error.ts';
import { JSON_LD } from '#protocol/rest/hydra.ts';
import { errorBody } from '#server/rest/error-body.ts';

const STATUS_LINES = {
  'request-too-long': '431 Request Header Fields Too Large',
  'malformed-request': '400 Bad Request',
} as const;

/** Node.js refuses these before there is a request: an address or headers of more than 16 KiB, and what is no HTTP. */
export function answerClientError(error: Error & { readonly code?: string }, socket: Socket): void {
  if (socket.destroyed || !socket.writable || error.code === 'ECONNRESET') return;
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n');
    return;
  }
  const code = error.code === 'HPE_HEADER_OVERFLOW' ? 'request-too-long' : 'malformed-request';
  const body = JSON.stringify(errorBody(new AppError(code), randomUUID()));
  const head = [
    `HTTP/1.1 ${STATUS_LINES[code]}`,
    `Content-Type: ${JSON_LD}; charset=utf-8`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
