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

/**
 * Keeps the call for the page that may be loaded in the place of this one (SPEC.md, S13). A 1-to-1 call that has moved is
 * kept by that call. Returns what to tell of each change.
 */
export function createKeeping(signal: Signal, target: RoomTarget): (snapshot: GroupCallSnapshot) => void {
  let keeping = false;
  let last = '';
  return ({ state, local }) => {
    if (target.kind !== 'group') return;
    const isIn = state.name === 'joined' || state.name === 'rebuilding';
    if (!isIn) {
      // Coming back is no end.
      if (keeping && state.name !== 'joining') {
        callKeeper.forget();
        keeping = false;
        last = '';
      }
      return;
    }
    if (signal.state.phase !== 'open' || !local) return;
    const kept: KeptCall = {
      sessionId: signal.state.sessionId,
      partyId: signal.state.party.id,
      call: { kind: 'group', groupId: target.groupId },
      muted: local.muted,
      camera: local.camera.status !== 'off',
      sharing: local.screen.status === 'live' || local.playback.status === 'live',
    };
    const text = JSON.stringify(kept);
    if (text === last) return;
    last = text;
    keeping = true;
    callKeeper.keep(kept);
  };
}
