import { atom } from 'jotai';
import { loadCallSettings } from '#client/api/call-settings.ts';
import type { DirectCall } from '#client/call/direct/direct-call.ts';
import { createDirectCall } from '#client/call/direct/session.ts';
import type { DirectCallSnapshot } from '#client/call/direct/snapshot.ts';
import type { SignalClient, SignalState } from '#client/signal/signal.ts';
import { currentSignal, subscribeToSignal } from '#client/signal/signal-connection.ts';
import { rememberedDevices } from '#client/stage/device-choice.ts';

/** The 1-to-1 call of this page's signalling connection, and how that connection is. */
export interface DirectCallView {
  readonly call: DirectCall;
  readonly snapshot: DirectCallSnapshot;
  readonly connection: SignalState;
}

/** One a connection: the overlay that rings and the page that talks share it, and it outlives both. */
const calls = new WeakMap<SignalClient, DirectCall>();

function callOf(signal: SignalClient): DirectCall {
  const known = calls.get(signal);
  if (known) return known;
  const call = createDirectCall({ signal, loadSettings: loadCallSettings, devices: rememberedDevices });
  calls.set(signal, call);
  return call;
}

/** Null without a connection. The one place at which the call reaches React. */
export const directCallAtom = atom<DirectCallView | null>(null);

directCallAtom.onMount = (set) => {
  let unfollow = () => {};
  const follow = () => {
    unfollow();
    unfollow = () => {};
    const signal = currentSignal();
    if (!signal) {
      set(null);
      return;
    }
    const call = callOf(signal);
    const push = () => set({ call, snapshot: call.get(), connection: signal.state });
    const ends = [call.subscribe(push), signal.subscribe(push)];
    unfollow = () => {
      for (const end of ends) end();
    };
    push();
  };
  follow();
  const end = subscribeToSignal(follow);
  return () => {
    end();
    unfollow();
  };
};
