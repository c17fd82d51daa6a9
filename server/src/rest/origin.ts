import type { FastifyRequest } from 'fastify';

/** As the asker reaches this server: addresses in the documents lead back there. */
export const originOf = (request: FastifyRequest): string => `${request.protocol}://${request.host}`;
