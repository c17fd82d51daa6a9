import fastifyJwt from '@fastify/jwt';
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { AppError } from '#protocol/app-error.ts';
import { idSchema } from '#protocol/ids.ts';

/** Kinds of accounts that sign in; a manager is a user. */
export type AccountKind = 'user' | 'admin' | 'device';

const ALGORITHM = 'HS256';
const ISSUER = 'hibiki';
/** What else is signed with the same secret is not for here. */
const AUDIENCE = 'hibiki-api';
/** As long as AUTH_ACCESS_TOKEN_MINUTES may be. */
const MAX_LIFE_S = 3_600;

const claimsOf = <Kind extends AccountKind>(kind: Kind) =>
  Type.Object({
    iss: Type.Literal(ISSUER),
    aud: Type.Literal(AUDIENCE),
    /** The account's id. */
    sub: idSchema<Kind>(),
    kind: Type.Literal(kind),
    /** The customer at the time of signing; null for an admin. Informs clients: rights are read from the database. */
    customer: Type.Union([idSchema<'customer'>(), Type.Null()]),
    /** All tokens of one sign-in. */
    family: Type.String({ format: 'uuid' }),
    iat: Type.Integer(),
    exp: Type.Integer(),
  });
const ClaimsSchema = Type.Union([claimsOf('user'), claimsOf('admin'), claimsOf('device')]);
const claimsCheck = Compile(ClaimsSchema);
export type Claims = Static<typeof ClaimsSchema>;

declare module '@fastify/jwt' {
  interface FastifyJWT {
    /** What is signed; the plugin adds issuer, audience and times. */
    payload: { sub: string; kind: AccountKind; customer: string | null; family: string };
    /** What `jwtVerify` leaves on the request, not yet checked by `readClaims`. */
    user: unknown;
  }
}

/** Adds `fastify.jwt`, for the signalling socket and new tokens, and `request.jwtVerify`, for the API's bearer tokens. */
export async function registerJwt(
  fastify: FastifyInstance,
  options: { readonly secret: string; readonly lifeMinutes: number },
): Promise<void> {
  await fastify.register(fastifyJwt, {
    secret: options.secret,
    sign: {
      algorithm: ALGORITHM,
      iss: ISSUER,
      aud: AUDIENCE,
      expiresIn: `${options.lifeMinutes} minutes`,
    },
    verify: {
      algorithms: [ALGORITHM],
      cache: false,
      // The plugin's own look-up takes exactly one blank, RFC 6750 (2.1) any number.
      extractToken: ({ headers }) => /^Bearer +([\w.~+/=-]+) *$/i.exec(headers.authorization ?? '')?.[1],
    },
  });
}

/** Codes of `fastify.jwt.verify` and of `request.jwtVerify` for a token that is too old. */
const EXPIRED: readonly unknown[] = ['FAST_JWT_EXPIRED', 'FST_JWT_AUTHORIZATION_TOKEN_EXPIRED'];

/** The claims of a token, verified by either. Throws `token-expired` and `unauthenticated`. */
export async function readClaims(verify: () => unknown): Promise<Claims> {
  let claims: unknown;
  try {
    claims = await verify();
  } catch (cause) {
    const isExpired = cause instanceof Error && 'code' in cause && EXPIRED.includes(cause.code);
    throw new AppError(isExpired ? 'token-expired' : 'unauthenticated', { cause });
  }
  if (claimsCheck.Check(claims) && claims.exp - claims.iat <= MAX_LIFE_S) return claims;
  if (isOfFormerRelease(claims)) throw new AppError('token-expired');
  throw new AppError('unauthenticated', { message: 'The access token is not one of this server' });
}

/** Signed before tokens named their audience: refreshed like an expired one, so that an upgrade signs no one out. */
const isOfFormerRelease = (claims: unknown): boolean =>
  typeof claims === 'object' &&
  claims !== null &&
  !('aud' in claims) &&
  claimsCheck.Check({ ...claims, iss: ISSUER, aud: AUDIENCE });
