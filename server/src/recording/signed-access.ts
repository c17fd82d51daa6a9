import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * A media element or a download cannot send `Authorization`: it gets an address that carries its own permission, for one
 * item and a short time. Long enough for someone who watches, stops and continues; the page asks for another when it is over.
 */
const RECORDING_ACCESS_MS = 60 * 60 * 1_000;

export interface SignedAccess {
  issue(id: string): { readonly token: string; readonly expiresAt: Date };
  /** Whether the token was issued for that item, by a server with the same secret, and is not over. */
  verify(id: string, token: string): boolean;
}

export function createSignedAccess(
  secret: string,
  lifeMs = RECORDING_ACCESS_MS,
  purpose = 'recording access',
): SignedAccess {
  // A key of its own: what signs access tokens must not sign anything else.
  const key = createHmac('sha256', secret).update(purpose).digest();
  const tokenOf = (id: string, expiresAtMs: number): string => {
    const signature = createHmac('sha256', key).update(`${id} ${expiresAtMs}`).digest('base64url');
    return `${expiresAtMs.toString(36)}.${signature}`;
  };
  return {
    issue(id) {
      const expiresAtMs = Date.now() + lifeMs;
      return { token: tokenOf(id, expiresAtMs), expiresAt: new Date(expiresAtMs) };
    },
    verify(id, token) {
      const [, expiry = ''] = /^([0-9a-z]{1,11})\.[\w-]{43}$/.exec(token) ?? [];
      const expiresAtMs = Number.parseInt(expiry, 36);
      if (!Number.isSafeInteger(expiresAtMs) || expiresAtMs < Date.now()) return false;
      // As it was written: four last characters of base64url stand for the same bytes.
      const expected = Buffer.from(tokenOf(id, expiresAtMs));
      const given = Buffer.from(token);
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}

/** Enough for a browser to begin the download; one that has begun goes on. */
const EXPORT_ACCESS_MS = 5 * 60_000;

export const createExportAccess = (secret: string): SignedAccess =>
  createSignedAccess(secret, EXPORT_ACCESS_MS, 'export access');
