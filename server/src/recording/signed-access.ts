import { createHmac, timingSafeEqual } from 'node:crypto';
import type { RecordingId } from '#protocol/ids.ts';

/**
 * A media element cannot send `Authorization`: it gets an address that carries its own permission, for one recording and
 * a short time. Long enough for somebody who watches, stops and goes on; the page asks for another when it is over.
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
  const sign = (recordingId: string, expiresAtMs: number): Buffer =>
    createHmac('sha256', key).update(`${recordingId} ${expiresAtMs}`).digest();
  return {
    issue(recordingId) {
      const expiresAtMs = Date.now() + lifeMs;
      const token = `${expiresAtMs.toString(36)}.${sign(recordingId, expiresAtMs).toString('base64url')}`;
      return { token, expiresAt: new Date(expiresAtMs) };
    },
    verify(recordingId, token) {
      const [, expiry = '', signature = ''] = /^([0-9a-z]{1,11})\.([\w-]{43})$/.exec(token) ?? [];
      const expiresAtMs = Number.parseInt(expiry, 36);
      if (!Number.isSafeInteger(expiresAtMs) || expiresAtMs < Date.now()) return false;
      const expected = sign(recordingId, expiresAtMs);
      const given = Buffer.from(signature, 'base64url');
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}
