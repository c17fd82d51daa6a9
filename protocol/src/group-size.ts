import { MAX_CALL_GUESTS, MAX_CALL_MEMBERS } from './limits.ts';

/** What is too much of a group for one call; null: a call holds it. The owner has a seat too. */
export const tooLargeForCall = (
  members: number,
  guests: number,
): 'group-too-large' | 'too-many-guests' | null => {
  if (guests > MAX_CALL_GUESTS) return 'too-many-guests';
  return 1 + members + guests > MAX_CALL_MEMBERS ? 'group-too-large' : null;
};
