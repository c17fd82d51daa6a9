import { createHash, randomBytes } from 'node:crypto';

/** 256 bits: guessing is hopeless, so a plain SHA-256 of it is safe to store (no slow hash needed). */
const TOKEN_BYTES = 32;

/** 43 characters of base64url. platform/log.ts knows the form and never writes one. */
const TOKEN_FORM = /^[\w-]{43}$/;

export interface OpaqueToken {
  /** Given away once, never stored. */
  readonly token: string;
  /** What is stored. */
  readonly hash: Buffer;
}

export function newOpaqueToken(): OpaqueToken {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  return { token, hash: hashOpaqueToken(token) };
}

export const hashOpaqueToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** What cannot be a token is not looked up. */
export const isOpaqueToken = (text: string): boolean => TOKEN_FORM.test(text);
