import type { Keeping } from '#client/call/keeping.ts';
import { callKeeper, type KeptCall } from '#client/call/kept-call.ts';
import type { Signal } from '#client/signal/signal.ts';
import type { GroupId } from '#protocol/ids.ts';
import type { RoomTarget } from '#protocol/signal/group-call.ts';
import type { GroupCallSnapshot } from './snapshot.ts';

/** The group's call that the last page of this tab has left; null where there is none. */
export const leftGroupCall = (): (KeptCall & { readonly groupId: GroupId }) | null => {
  const { left } = callKeeper;
  return left?.call.kind === 'group' ? { ...left, groupId: left.call.groupId } : null;
};

/** Follows a call of a group. A 1-to-1 call that has moved is kept by that call. */
export function keepGroupCall(
  keeping: Keeping,
  signal: Signal,
  target: RoomTarget,
  { state, local, joinedAt }: GroupCallSnapshot,
): void {
  if (target.kind !== 'group') return;
  if (state.name !== 'joined' && state.name !== 'rebuilding') {
    // Coming back is no end.
    if (state.name !== 'joining') keeping.forget();
  } else if (signal.state.phase === 'open' && signal.state.party && local) {
    const { sessionId, party } = signal.state;
    keeping.keep(
      {
        kind: 'group',
        groupId: target.groupId,
        ...(joinedAt !== null && { since: joinedAt }),
        ...(state.room.handRaisedAt !== null && { handRaised: true }),
      },
      { sessionId, partyId: party.id },
      local,
    );
  }
}
