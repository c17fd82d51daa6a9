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
  const code = tooLargeForCall(memberPairs.length, guests.length);
  if (code === null) return;
  const grows = !before || memberPairs.length > before.pairs.length || guests.length > before.guests.length;
  if (!grows) return;
  throw invalidField(guests.length > (before?.guests.length ?? 0) ? 'guests' : 'memberPairs', code);
}
