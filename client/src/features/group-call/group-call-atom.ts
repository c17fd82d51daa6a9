import { atom } from 'jotai';
import { loadCallSettings } from '#client/api/call-settings.ts';
import type { GroupCall } from '#client/call/group/group-call.ts';
import { leftGroupCall } from '#client/call/group/keep-group-call.ts';
import { createGroupCall } from '#client/call/group/session.ts';
import type { GroupCallSnapshot } from '#client/call/group/snapshot.ts';
import { callKeeper } from '#client/call/kept-call.ts';
import { movedCalls } from '#client/call/moved-calls.ts';
import type { SignalClient, SignalState } from '#client/signal/signal.ts';
import { currentSignal, subscribeToSignal } from '#client/signal/signal-connection.ts';
import { joinWithAtom, rememberedDevices } from '#client/stage/device-choice.ts';
import type { SessionId } from '#protocol/ids.ts';
import type { Party } from '#protocol/party.ts';
import type { RoomTarget } from '#protocol/signal/group-call.ts';

/** The group call of this page, and how its signalling connection is. */
export interface GroupCallView {
  readonly call: GroupCall;
  readonly snapshot: GroupCallSnapshot;
  readonly connection: SignalState;
  /** The page was loaded in the middle of the call, and is on its way back into it. */
  readonly returning: boolean;
  /** What the last page shared is no longer shared: a browser asks for it again. */
  readonly lostShare: boolean;
}

/** At once, or after a look at oneself. */
type Begin = 'join' | 'preview';

/** The one place at which the call reaches React; null without a call. */
const viewAtom = atom<GroupCallView | null>(null);

/**
 * A page that React takes down and puts up again at once (StrictMode) does not leave a call that it has not opened: that one
 * cannot be opened again.
 */
const leaving = new WeakMap<GroupCall, ReturnType<typeof setTimeout>>();

/**
 * Read: the call. Write: opens the call of a group and follows it, at once or after a look at oneself, or shows the 1-to-1
 * call that has moved to a room; returns what leaves it. `whenLost`: what a new page does
 * that cannot continue the call of its tab, as it was away for too long.
 */
export const groupCallAtom = atom(
  (get) => get(viewAtom),
  (
    get,
    set,
    target: RoomTarget,
    begin: Begin = 'join',
    whenLost: Begin | 'nothing' = begin,
  ): (() => void) => {
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
      const call =
        moved ??
        createGroupCall({ target, signal, loadSettings: loadCallSettings, devices: rememberedDevices });
      clearTimeout(leaving.get(call));
      let returning = target.kind === 'group' && leftGroupCall()?.groupId === target.groupId;
      let lostShare = false;
      const push = () =>
        set(viewAtom, { call, snapshot: call.get(), connection: signal.state, returning, lostShare });
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
      const media = { microphone: true, muted: !microphone, camera };
      const start = (how: Begin | 'nothing') => {
        if (how === 'nothing') return;
        if (how === 'preview' && target.kind === 'group') call.prepare(media);
        else call.join(media);
      };
      if (!returning) {
        start(begin);
        return;
      }
      const comeBack = async () => {
        const kept = await callKeeper.claim();
        const session = kept && (await sessionOf(signal));
        if (followed !== signal) return;
        returning = false;
        if (kept && session?.party.id === kept.partyId && session.sessionId === kept.sessionId) {
          lostShare = kept.sharing;
          call.join(
            { microphone: true, muted: kept.muted, camera: kept.camera },
            kept.call.kind === 'group' ? kept.call : {},
          );
        } else {
          // To the others this member has left. The microphone goes on again only when the person joins.
          if (kept) callKeeper.forget();
          start(whenLost);
        }
        push();
      };
      void comeBack();
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

/** Who one is, and in which session, once the server has said so; null where it does not. */
const sessionOf = (
  signal: SignalClient,
): Promise<{ readonly party: Party; readonly sessionId: SessionId } | null> =>
  new Promise((resolve) => {
    const look = () => {
      const { state } = signal;
      if (state.phase !== 'open' && state.phase !== 'closed') return;
      end();
      resolve(
        state.phase === 'open' && state.party ? { party: state.party, sessionId: state.sessionId } : null,
      );
    };
    const end = signal.subscribe(look);
    look();
  });
