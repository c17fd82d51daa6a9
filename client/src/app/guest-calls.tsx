import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { callKeeper } from '#client/call/kept-call.ts';
import { directCallAtom } from '#client/features/direct-call/direct-call-atom.ts';
import { useFollowMove } from '#client/features/direct-call/use-follow-move.ts';
import { guestKey, guestVisits } from '#client/features/guest/guest-visit.ts';
import { closeSignal, openSignal, signalUrl } from '#client/signal/signal-connection.ts';
import { isCallRefusal } from '#client/stage/call-paths.ts';
import { useObservable } from '#client/stage/use-observable.ts';
import { HostOfCalls } from './host-of-calls.tsx';
import { reloadOnce } from './reload-once.ts';

/** A guest's connection and call, past the door. Follows a 1-to-1 call into the room that it may move to. */
export const GuestCalls = () => {
  const { token, name } = useObservable(guestVisits);
  useEffect(() => (token === null ? undefined : openGuestSignal(token, name)), [token, name]);
  useFollowMove(useAtomValue(directCallAtom));
  return <HostOfCalls />;
};

/** The guest's connection, for as long as they are in the call. Returns what ends it. */
function openGuestSignal(token: string, name: string): () => void {
  const client = openSignal({
    url: signalUrl(window.location),
    credential: () => Promise.resolve({ kind: 'guest', token, name, key: guestKey() }),
    resume: async () => (await callKeeper.claim())?.sessionId ?? null,
    inCall: () => callKeeper.hasCall,
  });
  let opened = false;
  const unsubscribe = client.subscribe(() => {
    const { state } = client;
    if (state.phase === 'open') opened = true;
    // Who was in the call before waits to be let in again.
    if (state.phase === 'lost' && state.refusal === 'too-many-requests' && !opened)
      guestVisits.leave(state.refusal);
    if (state.phase !== 'closed') return;
    if (state.reason === 'unauthenticated') {
      // The door looks at the link by itself, and says whether it was withdrawn or has ended.
      guestVisits.leave(state.code !== null && isCallRefusal(state.code) ? state.code : undefined);
    }
    if (state.reason === 'protocol-mismatch') reloadOnce();
  });
  return () => {
    unsubscribe();
    closeSignal();
  };
}
