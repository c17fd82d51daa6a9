import { createHmac } from 'node:crypto';
import type { GuestLinkId } from '#protocol/ids.ts';
import { hashOpaqueToken } from './opaque-token.ts';

/** The tokens of guest links. They follow from the link's id, so that a link can be shown again although only hashes are stored. */
export interface GuestTokens {
  of(id: GuestLinkId): string;
  /** Null: the link was made with a random token by an older server, or with another `AUTH_SECRET`. It works, but cannot be shown. */
  shown(id: GuestLinkId, storedHash: Buffer): string | null;
}

export function createGuestTokens(secret: string): GuestTokens {
  // A key of its own: what signs access tokens must not sign anything else.
  const key = createHmac('sha256', secret).update('guest link').digest();
  // 256 bits in base64url: the form of all opaque tokens.
  const of = (id: GuestLinkId): string => createHmac('sha256', key).update(id).digest('base64url');
  return {
    of,
    shown(id, storedHash) {
      const token = of(id);
      return hashOpaqueToken(token).equals(storedHash) ? token : null;
    },
  };
}
