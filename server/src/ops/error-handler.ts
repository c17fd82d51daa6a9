import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppError } from '#protocol/app-error.ts';
import { wireError } from '#protocol/wire-error.ts';
import { isServerFault, retryAfterSeconds, toAppError } from '#server/errors.ts';
import { isOfApi, sendError } from '#server/rest/send-error.ts';

/** Answers errors outside of the endpoints of the API, such as those of the socket's opening. */
export function registerErrorHandler(fastify: FastifyInstance): void {
  fastify.setErrorHandler((error: FastifyError, request, reply) => answerError(error, request, reply));
}

/** Also for what fails before a route is found, such as a malformed address. Below the API's path in the API's form. */
export function answerError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const error = toAppError(thrown);
  logError(error, request);
  if (isOfApi(request)) return sendError(reply, error);
  const retryAfter = retryAfterSeconds(error);
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  return reply.code(error.status).send(wireError(error));
}

/** What an operator must look into is an error, what is away for a while a warning, the asker's doing neither. */
function logError(error: AppError, request: FastifyRequest): void {
  const entry = { err: error, req: request, code: error.code };
  // No one waits for the answer any more, and what fails for that reason is no fault of the server.
  if (request.raw.socket.destroyed) request.log.debug(entry, 'A request was given up by its client');
  else if (isServerFault(error)) request.log.error(entry, 'A request failed');
  else if (error.status >= 500) request.log.warn(entry, 'A request could not be served');
  else request.log.debug(entry, 'A request was refused');
}
