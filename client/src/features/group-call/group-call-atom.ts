import { atom } from 'jotai';
import { loadMediaSettings } from '#client/api/media-settings.ts';
import type { GroupCall } from '#client/call/group/group-call.ts';
import { createGroupCall } from '#client/call/group/session.ts';
import type { GroupCallSnapshot } from '#client/call/group/snapshot.ts';
import { movedCalls } from '#client/call/moved-calls.ts';
import type { SignalClient, SignalState } from '#client/signal/signal-client.ts';
import { currentSignal, subscribeToSignal } from '#client/signal/signal-connection.ts';
import { devicesAtom, joinWithAtom } from '#client/stage/device-choice.ts';
import type { RoomTarget } from '#protocol/signal/group-call.ts';

/** The group call of this page, and how its signalling connection is. */
export interface GroupCallView {
  readonly call: GroupCall;
  readonly snapshot: GroupCallSnapshot;
  readonly connection: SignalState;
}

/** The one place at which the call reaches React; null while there is none. */
const viewAtom = atom<GroupCallView | null>(null);

/**
 * A page that React takes down and puts up again at once (StrictMode) does not leave a call that it has not opened: that one
 * cannot be opened anew.
 */
const leaving = new WeakMap<GroupCall, ReturnType<typeof setTimeout>>();

/**
 * Read: the call. Write: opens the call of a group and follows it, at once or after a look at oneself, or shows the 1-to-1
 * call that has moved to a room; returns what leaves it.
 */
export const groupCallAtom = atom(
  (get) => get(viewAtom),
  (get, set, target: RoomTarget, begin: 'join' | 'preview' = 'join'): (() => void) => {
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
      const moved = target.kind === 'call' ? movedCalls.get(target.callId) : undefined;
      const call = moved ?? createGroupCall({ target, signal, loadSettings: loadMediaSettings });
      clearTimeout(leaving.get(call));
      const push = () => set(viewAtom, { call, snapshot: call.get(), connection: signal.state });
      const ends = [call.subscribe(push), signal.subscribe(push)];
      leave = () => {
        for (const end of ends) end();
        leaving.set(
          call,
          setTimeout(() => call.close()),
        );
      };
      push();
      if (moved) {
        moved.show();
        return;
      }
      const { microphone, camera } = get(joinWithAtom);
      const media = { microphone: true, muted: !microphone, camera, devices: get(devicesAtom) };
      if (begin === 'preview' && target.kind === 'group') call.prepare(media);
      else call.join(media);
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
