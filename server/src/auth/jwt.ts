import fastifyJwt from '@fastify/jwt';
import Fastify, { type FastifyInstance } from 'fastify';

/** Signs and verifies JSON Web Tokens (RFC 7519). `verify` throws an error whose `code` is `EXPIRED` for one too old. */
export type Jwt = Pick<FastifyInstance['jwt'], 'sign' | 'verify'>;

export const EXPIRED = 'FAST_JWT_EXPIRED';

const ALGORITHM = 'HS256';

/**
 * @fastify/jwt on an instance of its own, that never listens: the signalling socket and the jobs need tokens as REST does,
 * and stand below the HTTP server.
 */
export async function createJwt(options: {
  readonly secret: string;
  readonly lifeMinutes: number;
}): Promise<Jwt> {
  const fastify = Fastify();
  await fastify.register(fastifyJwt, {
    secret: options.secret,
    sign: { algorithm: ALGORITHM, expiresIn: `${options.lifeMinutes} minutes` },
    verify: { algorithms: [ALGORITHM], cache: false },
  });
  return fastify.jwt;
}
