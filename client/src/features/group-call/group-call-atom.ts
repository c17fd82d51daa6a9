import { atom } from 'jotai';
import { loadMediaSettings } from '#client/api/media-settings.ts';
import { createGroupCall, type GroupCall } from '#client/call/group/session.ts';
import type { GroupCallSnapshot } from '#client/call/group/snapshot.ts';
import type { SignalClient, SignalState } from '#client/signal/signal-client.ts';
import { currentSignal, subscribeToSignal } from '#client/signal/signal-connection.ts';
import type { GroupId } from '#protocol/ids.ts';

/** The group call of this page, and how its signalling connection is. */
export interface GroupCallView {
  readonly call: GroupCall;
  readonly snapshot: GroupCallSnapshot;
  readonly connection: SignalState;
}

/** The one place at which the call reaches React; null while there is none. */
const viewAtom = atom<GroupCallView | null>(null);

/** Read: the call. Write: opens the call of a group and follows it; returns what leaves it. */
export const groupCallAtom = atom(
  (get) => get(viewAtom),
  (_get, set, groupId: GroupId): (() => void) => {
    let leave = () => {};
    let followed: SignalClient | null = null;
    const follow = () => {
      const signal = currentSignal();
      if (signal === followed) return;
      leave();
      leave = () => {};
      followed = signal;
      set(viewAtom, null);
      if (!signal) return;
      const call = createGroupCall({ groupId, signal, loadSettings: loadMediaSettings });
      const push = () => set(viewAtom, { call, snapshot: call.get(), connection: signal.state });
      const ends = [call.subscribe(push), signal.subscribe(push)];
      leave = () => {
        for (const end of ends) end();
        call.close();
      };
      push();
      call.join();
    };
    follow();
    const end = subscribeToSignal(follow);
    return () => {
      end();
      leave();
      set(viewAtom, null);
    };
  },
);
