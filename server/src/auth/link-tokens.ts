import { createHmac } from 'node:crypto';
import { hashOpaqueToken } from './opaque-token.ts';

/** The tokens of links. They follow from the link's id, so that a link can be shown again although only hashes are stored. */
export interface LinkTokens<Id extends string> {
  of(id: Id): string;
  /** Null: the link was made with a random token by an older server, or with another `AUTH_SECRET`. It works, but cannot be shown. */
  shown(id: Id, storedHash: Buffer): string | null;
}

/** @param purpose what the links are for: tokens of one kind say nothing about those of another */
export function createLinkTokens<Id extends string>(secret: string, purpose: string): LinkTokens<Id> {
  // A key of its own: what signs access tokens must not sign anything else.
  const key = createHmac('sha256', secret).update(purpose).digest();
  // 256 bits in base64url: the form of all opaque tokens.
  const of = (id: Id): string => createHmac('sha256', key).update(id).digest('base64url');
  return {
    of,
    shown(id, storedHash) {
      const token = of(id);
      return hashOpaqueToken(token).equals(storedHash) ? token : null;
    },
  };
}
