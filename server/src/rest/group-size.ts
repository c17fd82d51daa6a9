import { tooLargeForCall } from '#protocol/group-size.ts';
import { invalidField } from '#server/errors.ts';

interface GroupBody {
  readonly memberPairs?: readonly string[];
  readonly guests?: readonly string[];
}

/** A group that was larger than a call before this limit can still be renamed, and made smaller. */
export function assertFitsCall(
  { memberPairs = [], guests = [] }: GroupBody,
  before?: { readonly pairs: readonly string[]; readonly guests: readonly string[] },
): void {
  // A guest is who has the address, in whatever case it is written.
  const guestCount = new Set(guests.map((mail) => mail.toLowerCase())).size;
  const code = tooLargeForCall(memberPairs.length, guestCount);
  if (code === null) return;
  const grows = !before || memberPairs.length > before.pairs.length || guestCount > before.guests.length;
  if (!grows) return;
  throw invalidField(guestCount > (before?.guests.length ?? 0) ? 'guests' : 'memberPairs', code);
}
