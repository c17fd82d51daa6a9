import type { FastifyRequest } from 'fastify';
import { AppError } from '#protocol/app-error.ts';
import type { Auth } from '#server/auth/auth.ts';
import type { Principal } from '#server/principal.ts';

/**
 * - `verified`: a token of a verified account; `unverified-too`: of any account.
 * - `optional`: without a token it is no one who asks; a token has to be right.
 * - `ignored`: a token is not looked at.
 */
export type PrincipalRule = 'verified' | 'unverified-too' | 'optional' | 'ignored';

/** `Authorization: Bearer …` (RFC 6750, 2.1). Null is no one. */
export async function authenticate(
  auth: Auth,
  request: FastifyRequest,
  rule: PrincipalRule,
): Promise<Principal | null> {
  if (rule === 'ignored') return null;
  const { authorization } = request.headers;
  if (authorization === undefined) return null;
  const [, token] = /^Bearer +([\w.~+/=-]+) *$/i.exec(authorization) ?? [];
  if (token === undefined) throw new AppError('unauthenticated');
  return await auth.verifyAccessToken(token, { allowUnverified: rule === 'unverified-too' });
}
