import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppError } from '#protocol/app-error.ts';
import { API_PREFIX } from '#protocol/rest/field.ts';
import { JSON_LD } from '#protocol/rest/hydra.ts';
import { retryAfterSeconds } from '#server/errors.ts';
import { errorBody } from './error-body.ts';

/** Every error of the API, in the API's form. */
export function sendError(reply: FastifyReply, error: AppError): FastifyReply {
  const seconds = retryAfterSeconds(error);
  if (seconds !== undefined) reply.header('retry-after', seconds);
  if (error.status === 401) reply.header('www-authenticate', 'Bearer');
  return reply
    .code(error.status)
    .type(`${JSON_LD}; charset=utf-8`)
    .send(JSON.stringify(errorBody(error, reply.request.id)));
}

/** Whether an address is the API's, though it may be too malformed to be one of its routes. */
export const isOfApi = ({ url }: FastifyRequest): boolean => url.startsWith(`${API_PREFIX}/`);
