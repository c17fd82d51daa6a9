import type { FastifyRequest } from 'fastify';

/** As the asker reaches this server; told by the asker, hence only to read what the asker sends. */
export const originOf = (request: FastifyRequest): string => `${request.protocol}://${request.host}`;
