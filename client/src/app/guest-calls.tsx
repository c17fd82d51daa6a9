import { useAtomValue } from 'jotai';
import { directCallAtom } from '#client/features/direct-call/direct-call-atom.ts';
import { useFollowMove } from '#client/features/direct-call/use-follow-move.ts';

/** Follows a guest's 1-to-1 call into the room that it may move to. */
export const GuestCalls = () => {
  useFollowMove(useAtomValue(directCallAtom));
  return null;
};
