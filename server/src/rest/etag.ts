import { createHash } from 'node:crypto';
import { AppError } from '#protocol/app-error.ts';

const HASH_LENGTH = 22;

/**
 * Strong: of the body as this asker gets it, which also shows what others' changes are seen in. The revision before it is all
 * that a change is guarded by.
 */
export const etagOf = (revision: number | undefined, body: string): string =>
  `"${revision ?? ''}-${createHash('sha256').update(body).digest('base64url').slice(0, HASH_LENGTH)}"`;

const tagsOf = (header: string): readonly string[] => header.split(',').map((tag) => tag.trim());

/** `If-Match` (RFC 9110, 13.1.1): passes without the header, with `*`, and with a tag of the present revision. */
export function assertMatches(ifMatch: string | undefined, revision: number): void {
  if (ifMatch === undefined) return;
  const tags = tagsOf(ifMatch);
  // A weak tag never matches strongly.
  const isPresent = (tag: string) => tag === `"${revision}"` || tag.startsWith(`"${revision}-`);
  if (!tags.includes('*') && !tags.some(isPresent)) throw new AppError('precondition-failed');
}

/** `If-None-Match` (RFC 9110, 13.1.2): the asker has it as it is. */
export function hasAlready(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const tags = tagsOf(ifNoneMatch).map((tag) => tag.replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(etag);
}
