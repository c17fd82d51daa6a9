import type { FastifyRequest } from 'fastify';
import { AppError } from '#protocol/app-error.ts';
import type { Auth } from '#server/auth/auth.ts';
import type { Turns } from '#server/limits/turns.ts';
import type { Principal } from '#server/principal.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks, after `authenticate`; null is no one. */
    principal: Principal | null;
  }
}

/**
 * - `verified`: a token of a verified account; `unverified-too`: of any account.
 * - `optional`: without a token it is no one who asks; a token has to be right.
 * - `ignored`: a token is not looked at.
 */
export type PrincipalRule = 'verified' | 'unverified-too' | 'optional' | 'ignored';

/** A hook that reads `Authorization: Bearer …` (RFC 6750, 2.1) into `request.principal`. */
export const authenticate =
  ({ auth, turns }: { readonly auth: Auth; readonly turns: Turns }, rule: PrincipalRule) =>
  async (request: FastifyRequest) => {
    if (rule === 'ignored') return;
    if (request.headers.authorization !== undefined) {
      const allowUnverified = rule === 'unverified-too';
      request.principal = await auth.verifyRequest(request, { allowUnverified, turns });
    } else if (rule !== 'optional') {
      throw new AppError('unauthenticated');
    }
  };
