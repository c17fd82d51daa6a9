import type { Db } from '#server/db/database.ts';
import type { Principal } from '#server/principal.ts';
import type { AccessTokens } from './access-token.ts';
import { requireGuestLink } from './guest-link.ts';

/**
 * Whether that by which someone came still stands, and who they are now. Throws `unauthenticated`, `device-disabled`,
 * `account-unverified`, `guest-link-unknown` and `guest-link-revoked`.
 */
export async function verifyAgain(
  db: Db,
  accessTokens: Pick<AccessTokens, 'verifyAgain'>,
  principal: Principal,
): Promise<Principal> {
  if (principal.kind !== 'guest') return await accessTokens.verifyAgain(principal);
  await requireGuestLink(db, principal.linkId);
  return principal;
}
