import { createHash } from 'node:crypto';
import type { GuestLinkId } from '#protocol/ids.ts';

/**
 * A guest is one link and one browser, which keeps a random key (SPEC.md, S14). The hash tells neither, and says nothing
 * about the same browser by another link. A page that has no key is told apart by the guest's name.
 */
export function guestPersonId(linkId: GuestLinkId, secret: { readonly key?: string; readonly name: string }) {
  const which = secret.key === undefined ? `name\n${secret.name}` : `key\n${secret.key}`;
  return uuidOf(createHash('sha256').update(`guest\n${linkId}\n${which}`).digest());
}

/** A UUID of version 8, which is for values of one's own making (RFC 9562, 5.8). */
function uuidOf(hash: Buffer): string {
  const bytes = Buffer.from(hash.subarray(0, 16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
