import { AppError } from '#protocol/app-error.ts';

/** The revision is all that a change is guarded by: what others' changes show in a body does not count as a change. */
export const etagOf = (revision: number): string => `"${revision}"`;

/** `If-Match` (RFC 9110, 13.1.1): passes without the header, with `*`, and with the present tag among those named. */
export function assertMatches(ifMatch: string | undefined, revision: number): void {
  if (ifMatch === undefined) return;
  const tags = ifMatch.split(',').map((tag) => tag.trim());
  // A weak tag never matches strongly.
  if (!tags.includes('*') && !tags.includes(etagOf(revision))) throw new AppError('precondition-failed');
}
