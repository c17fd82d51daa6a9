import { createHmac, timingSafeEqual } from 'node:crypto';
import type { RecordingId } from '#protocol/ids.ts';

/**
 * A media element cannot send `Authorization`: it gets an address that carries its own permission, for one recording and
 * a short time. Long enough for someone who watches, stops and continues; the page asks for another when it is over.
 */
const ACCESS_MS = 60 * 60 * 1_000;

export interface SignedAccess {
  issue(recordingId: RecordingId): { readonly token: string; readonly expiresAt: Date };
  /** Whether the token was issued for that recording, by a server with the same secret, and is not over. */
  verify(recordingId: string, token: string): boolean;
}

export function createSignedAccess(secret: string, lifeMs = ACCESS_MS): SignedAccess {
  // A key of its own: what signs access tokens must not sign anything else.
  const key = createHmac('sha256', secret).update('recording access').digest();
  const tokenOf = (recordingId: string, expiresAtMs: number): string => {
    const signature = createHmac('sha256', key).update(`${recordingId} ${expiresAtMs}`).digest('base64url');
    return `${expiresAtMs.toString(36)}.${signature}`;
  };
  return {
    issue(recordingId) {
      const expiresAtMs = Date.now() + lifeMs;
      return { token: tokenOf(recordingId, expiresAtMs), expiresAt: new Date(expiresAtMs) };
    },
    verify(recordingId, token) {
      const [, expiry = ''] = /^([0-9a-z]{1,11})\.[\w-]{43}$/.exec(token) ?? [];
      const expiresAtMs = Number.parseInt(expiry, 36);
      if (!Number.isSafeInteger(expiresAtMs) || expiresAtMs < Date.now()) return false;
      // As it was written: four last characters of base64url stand for the same bytes.
      const expected = Buffer.from(tokenOf(recordingId, expiresAtMs));
      const given = Buffer.from(token);
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}
